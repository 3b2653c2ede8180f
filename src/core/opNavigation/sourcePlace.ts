/** A line of a source file, as a traceback names it; the line counts from 1. */
export interface SourcePlace {
  readonly path: string;
  readonly line: number;
}

/** A place in a text: the offset and length of the characters that name it. */
export interface NamedPlace extends SourcePlace {
  readonly at: number;
  readonly length: number;
}

/** Maximum number of places in one text. */
const mostPlaces = 200;
/** Longer lines are not stack frames. */
const longestLine = 1000;

/** As Python prints frames, and as IPython does: `File ~/app.py:3, in answer(q)`. */
const pythonFrame =
  /File "([^"\r\n]{1,500})", line (\d{1,7})|^\s*File ((?:[a-z]:)?[^":\r\n]{1,500}):(\d{1,7})(?=, in |\s*$)/i;

/** The source places in a Python traceback (`File "app.py", line 3`) or a JavaScript stack (`at run (app.ts:3:7)`). */
export function sourcePlaces(text: string): readonly NamedPlace[] {
  const places: NamedPlace[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const found = line.length > longestLine ? undefined : (pythonPlace(line) ?? scriptPlace(line));
    if (found !== undefined && places.length < mostPlaces) places.push({ ...found, at: start + found.at });
    start += line.length + 1;
  }
  return places;
}

function pythonPlace(text: string): NamedPlace | undefined {
  const found = pythonFrame.exec(text);
  if (found === null) return undefined;
  const [whole, quoted, quotedLine, path = quoted ?? "", line = quotedLine] = found;
  return placeOf(path, Number(line), found.index, whole.length);
}

function scriptPlace(text: string): NamedPlace | undefined {
  const head = /^\s*at (?:async )?/.exec(text);
  if (head === null) return undefined;
  const at = Math.max(head[0].length, text.lastIndexOf("(") + 1);
  const token = text.slice(at).replace(/\)?\s*$/, "");
  const [, path, line] = /^(.+?):(\d{1,7})(?::\d{1,7})?$/.exec(token) ?? [];
  return path === undefined ? undefined : placeOf(path, Number(line), at, token.length);
}

function placeOf(path: string, line: number, at: number, length: number): NamedPlace | undefined {
  return line === 0 ? undefined : { path: plainPath(path), line, at, length };
}

/** In a URL, spaces and others are encoded. */
function plainPath(path: string): string {
  if (!path.startsWith("file://")) return path;
  const plain = path.slice("file://".length);
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** A file of the workspace; both paths are separated by slashes. */
export interface WorkspaceFile {
  readonly path: string;
  /** From its workspace folder. */
  readonly relative: string;
}

/** Folders of installed code, which a file of the workspace with the same name is not. */
const installed = /^(?:site-packages|dist-packages|node_modules|python\d.*)$/i;

export function baseName(path: string): string {
  return segments(path).at(-1) ?? "";
}

/**
 * The file that the path of a stack frame names. The program may run elsewhere, such as in a container: of two paths, the
 * shorter one has to be the end of the other, or both end in the same folder and name. The longest common end counts.
 */
export function namedFile<File extends WorkspaceFile>(path: string, files: readonly File[]): File | undefined {
  const named = segments(path);
  if (named.includes("..") || named.some((segment) => installed.test(segment))) return undefined;
  const found = files.flatMap((file) => {
    const common = commonEnd(named, segments(file.path));
    const isNamed = common > 0 && common >= Math.min(2, named.length, segments(file.relative).length);
    return isNamed ? [{ file, common }] : [];
  });
  found.sort(
    (one, other) =>
      other.common - one.common ||
      one.file.relative.length - other.file.relative.length ||
      (one.file.relative < other.file.relative ? -1 : 1),
  );
  return found[0]?.file;
}

function segments(path: string): readonly string[] {
  return path.split(/[/\\]/).filter((segment) => segment !== "" && segment !== ".");
}

function commonEnd(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}
