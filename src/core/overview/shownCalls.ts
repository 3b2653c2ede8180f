import { shownValue } from "../async/loadState.ts";
import { type CallConditions, callsMatching, isFailedCall } from "../counts/callCondition.ts";
import { errorName } from "../errors/errorText.ts";
import { callsOfError } from "../errors/foundErrors.ts";
import { mostIds } from "../query/threadQuery.ts";
import { intervalWithin } from "./activity.ts";
import { turnsBetween } from "./failedTurns.ts";
import { brushedRange } from "./filterSteps.ts";
import type { Overview } from "./overview.ts";
import type { ShownCalls } from "./overviewProtocol.ts";

/** The calls that a number stands for, and a name for them if it is better than their conditions; null if unknown. */
export function shownCalls(
  of: ShownCalls,
  { filter, load, errors }: Pick<Overview, "filter" | "load" | "errors">,
): { readonly conditions: CallConditions; readonly name?: string } | null {
  const { columns, bounds = {} } = shownValue(load) ?? {};
  switch (of.kind) {
    case "all":
      return { conditions: callsMatching(filter) };
    case "failed":
      return { conditions: callsMatching(filter, isFailedCall) };
    case "error": {
      const group = shownValue(errors)?.groups.find(({ op, type }) => op === of.op && type === of.type);
      return group === undefined ? null : { conditions: callsOfError(group, filter), name: errorName(group) };
    }
    case "started": {
      const interval = intervalWithin(bounds, of.from, of.before);
      const time = interval && brushedRange(...interval);
      return time && { conditions: callsMatching({ ...filter, time }), name: of.name };
    }
    case "failedTurns": {
      const conditions = turnsBetween(filter, intervalWithin(bounds, of.from, of.before), isFailedCall);
      return conditions && { conditions, name: of.name };
    }
    default: {
      const { ids, [of.kind]: values } = columns?.view() ?? { ids: [], turnCount: [], p50: [], p99: [] };
      const threadIds = ids.filter((_, at) => {
        const value = values[at] ?? Number.NaN;
        return value >= of.from && value < of.before;
      });
      if (threadIds.length === 0 || threadIds.length > mostIds) return null;
      return { conditions: callsMatching({ ...filter, threadIds }), name: of.name };
    }
  }
}
