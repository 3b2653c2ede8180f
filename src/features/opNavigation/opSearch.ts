import * as l10n from "@vscode/l10n";
import type { Uri } from "vscode";
import { Semaphore } from "../../core/async/semaphore.ts";
import { type OpDefinition, opDefinitions, opLanguage } from "../../core/opNavigation/opDefinition.ts";
import { bestMatches } from "../../core/opNavigation/opMatch.ts";
import { type TextPlace, textPlace } from "../../core/opNavigation/textPlace.ts";
import type { Formats } from "../../core/text/format.ts";
import { mostFiles, sourceFiles, sourceText } from "./sourceFiles.ts";

const filesAtATime = 16;
/** Maximum number of definitions of one file to choose from. */
const mostInFile = 50;

/** A possible definition of the op in the workspace. */
export interface OpPlace {
  readonly uri: Uri;
  readonly names: OpDefinition["names"];
  readonly place: TextPlace;
}

export interface OpSearch {
  /** The best matches for the op's name. */
  readonly places: readonly OpPlace[];
  readonly files: number;
  /** There are more files than were read. */
  readonly cut: boolean;
}

/** Searches the workspace for the definition of an op. Rejects with the signal's reason. */
export async function searchOp(
  name: string,
  formats: Formats,
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<OpSearch> {
  const uris = await sourceFiles(signal);
  const semaphore = new Semaphore(filesAtATime);
  let read = 0;
  const found = await Promise.all(
    uris.map((uri) =>
      semaphore.run(async () => {
        const text = await sourceText(uri);
        read += 1;
        if (read % 100 === 0) report(l10n.t("{0} of {1} files", formats.exact(read), formats.exact(uris.length)));
        return text === null ? [] : placesIn(uri, text, name);
      }, signal),
    ),
  );
  return { places: bestMatches(found.flat(), name), files: uris.length, cut: uris.length === mostFiles };
}

function placesIn(uri: Uri, text: string, name: string): readonly OpPlace[] {
  const matches = bestMatches(opDefinitions(text, opLanguage(uri.path)), name);
  return matches.slice(0, mostInFile).map(({ names, at }) => ({ uri, names, place: textPlace(text, at) }));
}
