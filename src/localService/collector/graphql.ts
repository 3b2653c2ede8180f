import { memberOf, textIn } from "../../core/text/json.ts";
import type { CollectorStore } from "./store.ts";

/** What `weave.init` asks: the account, the project, and to create that. */
export function graphql(store: CollectorStore, body: unknown): object {
  const [query, variables] = [textIn(body, "query") ?? "", memberOf(body, "variables")];
  if (query.includes("viewer"))
    return {
      data: { viewer: { username: "local", defaultEntity: { name: "local" }, entity: "local", teams: { edges: [] } } },
    };
  const name = textIn(variables, "name") ?? textIn(variables, "projectName") ?? textIn(variables, "project");
  const entity = textIn(variables, "entityName") ?? textIn(variables, "entity") ?? "local";
  if (name !== undefined) store.calls.addProject(`${entity}/${name}`);
  if (query.includes("upsertModel"))
    return { data: { upsertModel: { model: { name, description: null, entityName: entity }, project: { name } } } };
  return { data: { project: { name, entityName: entity } } };
}
