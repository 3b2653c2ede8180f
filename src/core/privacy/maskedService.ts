import { ServiceError } from "../failures/fault.ts";
import type { ProjectClient } from "../port/projectClient.ts";
import type { Masking } from "./masking.ts";

/** A service that answers with pseudonyms and placeholders, and accepts pseudonyms, in place of originals. */
export function maskedClient(target: ProjectClient, masking: Masking): ProjectClient {
  const { service, project } = target;
  return {
    ...target,
    project: masking.project(project),
    service: {
      async *rows(operation, query, signal) {
        try {
          for await (const batch of service.rows(operation, operation.reveal(query, masking), signal))
            yield batch.map((row) => operation.hide(row, masking));
        } catch (error) {
          throw masked(error, masking);
        }
      },
      async ask(operation, query, signal) {
        try {
          return operation.hide(await service.ask(operation, operation.reveal(query, masking), signal), masking);
        } catch (error) {
          throw masked(error, masking);
        }
      },
    },
  };
}

function masked(error: unknown, masking: Masking): unknown {
  return error instanceof ServiceError ? new ServiceError(masking.fault(error.fault)) : error;
}
