import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type NetrcEntry, parseNetrc } from "../../../../src/core/session/netrc.ts";

function entry(machine: string | null, password: string | null, broken = false): NetrcEntry {
  return { machine, password, broken };
}

const cases: readonly [sentence: string, text: string, entries: readonly NetrcEntry[]][] = [
  ["an empty file has no entries", "", []],
  ["one line", "machine a login user password k", [entry("a", "k")]],
  ["many lines", "machine a\n  login user\n  password k\n", [entry("a", "k")]],
  ["one word per line", "machine\na\nlogin\nuser\npassword\nk", [entry("a", "k")]],
  ["several entries on one line", "machine a password k machine b password l", [entry("a", "k"), entry("b", "l")]],
  ["tabs and multiple spaces", "\tmachine\ta \t login user\t\tpassword   k", [entry("a", "k")]],
  ["Windows line endings", "machine a\r\nlogin user\r\npassword k\r\n", [entry("a", "k")]],
  ["a byte order mark", "\ufeffmachine a password k", [entry("a", "k")]],
  ["`user` and `account` are ignored", "machine a user u account c password k", [entry("a", "k")]],
  ["any order", "machine a password k login user", [entry("a", "k")]],
  ["no password", "machine a login user", [entry("a", null)]],
  ["default names no machine", "default login anonymous password me@home", [entry(null, "me@home")]],
  ["a comment line", "# machine x password y\nmachine a password k", [entry("a", "k")]],
  ["a comment without a space", "#machine x password y\nmachine a password k", [entry("a", "k")]],
  ["a comment after an entry", "machine a password k # of machine b password l", [entry("a", "k")]],
  ["a comment in an entry", "machine a\n# login x password y\npassword k", [entry("a", "k")]],
  ["a comment between word and value", "machine a password\n# the key\nk", [entry("a", "k")]],
  ["a value that begins with #", "machine a password #k", [entry("a", "#k")]],
  ["a quoted value", 'machine "a" password "k l"', [entry("a", "k l")]],
  ["an empty quoted value", 'machine a password ""', [entry("a", "")]],
  ["escapes in quotes", String.raw`machine a password "\"k\\l\m\n\r\t"`, [entry("a", '"k\\lm\n\r\t')]],
  ["escapes without quotes", String.raw`machine a password \"k\ l\\`, [entry("a", '"k l\\')]],
  ["a quote inside a value is literal", 'machine a password k"l', [entry("a", 'k"l')]],
  ["values that are netrc keywords", "machine a login password password login", [entry("a", "login")]],
  ["quoted keywords are values", 'machine a login\n"machine"\npassword k', [entry("a", "k")]],
  [
    "a macro is skipped up to an empty line",
    "machine a password k\nmacdef init\nmachine x password y\n\nmachine b password l",
    [entry("a", "k"), entry("b", "l")],
  ],
  ["a macro with Windows line endings", "macdef m\r\nmachine x\r\n\r\nmachine b password l", [entry("b", "l")]],
  ["an empty macro", "macdef m\n\nmachine b password l", [entry("b", "l")]],
  ["an unterminated macro", "machine a password k\nmacdef m\nmachine x password y", [entry("a", "k")]],
  ["words before the first machine", "password x\nmachine a password k", [entry("a", "k")]],
  ["an unknown word", "machine a port 1 password k\nmachine b password l", [entry("a", "k", true), entry("b", "l")]],
  [
    "a missing value at the end of a line",
    "machine a login\nmachine b password l",
    [entry("a", null, true), entry("b", "l")],
  ],
  ["a key never belongs to the previous machine", "machine a login machine b password l", [entry("a", "l", true)]],
  ["a missing value within an entry", "machine a login\npassword k", [entry("a", null, true)]],
  ["a machine without a name", "machine\nmachine b password l", [entry("", null, true), entry("b", "l")]],
  ["an unterminated quote", 'machine a password "k\nmachine b password l', [entry("a", "k", true), entry("b", "l")]],
  ["text after a closing quote", 'machine a password "k"l\nmachine b', [entry("a", "k", true), entry("b", null)]],
  ["the file ends within an entry", "machine a password", [entry("a", null, true)]],
  ["the same machine twice", "machine a password k\nmachine a password l", [entry("a", "k"), entry("a", "l")]],
];

for (const [sentence, text, entries] of cases) {
  test(`netrc: ${sentence}`, () => assert.deepEqual(parseNetrc(text), entries));
}

/** Text without line breaks, which values can only contain escaped. */
const value = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/[\r\n]/.test(text));
const name = fc.oneof(fc.domain(), value);
const written = fc.record({
  machine: fc.option(name),
  fields: fc.uniqueArray(
    fc.record({ word: fc.constantFrom("login", "user", "account", "password"), value: fc.oneof(fc.string(), value) }),
    { selector: ({ word }) => word },
  ),
});

function quotedValue(text: string): string {
  const spelled = { "\n": "\\n", "\r": "\\r", "\t": "\\t" } as const;
  return `"${text.replace(/["\\]/g, "\\$&").replace(/[\n\r\t]/g, (end) => spelled[end as keyof typeof spelled])}"`;
}

function bareValue(text: string): string {
  return text.replace(/["\\ \t]/g, "\\$&");
}

/** Separators between words: spaces, line breaks and comments. */
const gap = fc.constantFrom(" ", "\t", "  ", "\n", "\r\n", "\n\n  ", "\n# machine x password y\n", "\n#\n\t");

test("netrc: any entries, written in any layout, are read back", () => {
  fc.assert(
    fc.property(fc.array(written), fc.infiniteStream(gap), fc.infiniteStream(fc.boolean()), (entries, gaps, quotes) => {
      const next = () => gaps.next().value ?? " ";
      const spelled = (text: string) => {
        const between = next();
        const inline = !between.includes("\n");
        // Ambiguous values must be quoted: empty ones in any netrc file, those that start a line for this parser.
        const bare =
          text !== "" && !/[\r\n]/.test(text) && (inline || !/^(?:#|(?:machine|default|macdef)$)/.test(text));
        return between + (bare && quotes.next().value ? bareValue(text) : quotedValue(text));
      };
      const text = entries
        .map(({ machine, fields }) => {
          const head = machine === null ? "default" : `machine${spelled(machine)}`;
          return head + fields.map((field) => next() + field.word + spelled(field.value)).join("");
        })
        .map((whole) => whole + next())
        .join("");
      const expected = entries.map(({ machine, fields }) =>
        entry(machine, fields.find(({ word }) => word === "password")?.value ?? null),
      );
      assert.deepEqual(parseNetrc(text), expected);
    }),
  );
});

test("netrc: a broken entry does not affect others", () => {
  const junk = fc.string().filter((text) => !/["\\]/.test(text));
  fc.assert(
    fc.property(junk, (text) => {
      const rest = text.replace(/[\r\n]/g, " ").replace(/\b(?:machine|default|macdef)\b/g, "");
      const read = parseNetrc(`machine a password k\nmachine x ${rest}\nmachine b password l\n`);
      assert.deepEqual([read[0], read.at(-1)], [entry("a", "k"), entry("b", "l")]);
    }),
  );
});

test("netrc: no text throws, and a key stays with its machine", () => {
  const word = fc.constantFrom(...'machine|default|macdef|login|password|"|\\|#|\n| |a|b'.split("|"));
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(word).map((parts) => parts.join(" ")),
  );
  fc.assert(fc.property(text, (given) => void parseNetrc(given)));
  fc.assert(
    fc.property(text, (given) => {
      const read = parseNetrc(`${given}\n\nmachine mine password k`);
      for (const { machine, password, broken } of read) {
        if (machine !== "mine" && password === "k") assert.ok(broken, JSON.stringify(read));
      }
    }),
  );
});

test("netrc: a long line and many escapes are parsed", () => {
  const long = "k".repeat(5_000_000);
  assert.equal(parseNetrc(`machine a password ${long}`)[0]?.password?.length, long.length);
  assert.equal(parseNetrc(`machine a password "${"\\k".repeat(1_000_000)}"`)[0]?.password?.length, 1_000_000);
});
