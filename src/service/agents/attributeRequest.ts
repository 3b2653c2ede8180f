import { type AttributesQuery, type AttributeValuesQuery, folderAttribute } from "../../core/query/agentQueries.ts";
import type { ServicePost } from "../../core/snippets/snippetRequest.ts";
import { fieldNames, folderAttributes, is, isTagged, spansPath } from "./agentRequest.ts";

/** What to ask for the values of an attribute. */
export function attributesOf(attribute: string): readonly string[] {
  return attribute === folderAttribute ? folderAttributes : [attribute];
}

export function attributesPost({ project, limit }: AttributesQuery): ServicePost {
  return { path: "/agents/spans/custom-attrs/schema", body: { project_id: project, limit } };
}

/** The values of an attribute, the latest first. */
export function attributeValuesPost({ project, attribute, conversationId, limit }: AttributeValuesQuery): ServicePost {
  const column = fieldNames[attribute];
  const by =
    column === undefined
      ? { source: "custom_attrs_string", key: attribute, alias: "value" }
      : { source: "column", key: column, alias: "value" };
  return {
    path: spansPath,
    body: {
      project_id: project,
      query: { $expr: conversationId === undefined ? isTagged : is("conversation_id", conversationId) },
      group_by: [by],
      sort_by: [
        { field: "last_seen", direction: "desc" },
        { field: "value", direction: "asc" },
      ],
      limit,
    },
  };
}
