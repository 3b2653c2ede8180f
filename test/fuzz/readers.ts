import { exceptionText } from "../../src/core/calls/exceptionText.ts";
import { exceptionSummary, typeMark } from "../../src/core/calls/exceptionType.ts";
import { framedText, jsonRows, textPage } from "../../src/core/chatTools/framedText.ts";
import { cutText } from "../../src/core/conversation/drawing/cutText.ts";
import { jsonPreview } from "../../src/core/conversation/drawing/jsonPreview.ts";
import { markdownPieces } from "../../src/core/conversation/drawing/markdownPieces.ts";
import { exceptionDocument } from "../../src/core/documents/documentText.ts";
import { parseIds } from "../../src/core/input/idList.ts";
import { parseLatency } from "../../src/core/input/latencyRange.ts";
import { parseRange } from "../../src/core/input/timeRange.ts";
import { readEditorLink } from "../../src/core/links/editorLink.ts";
import { openedLinks } from "../../src/core/links/textLinks.ts";
import { firstWords } from "../../src/core/messages/firstWords.ts";
import { resultsOfCalls } from "../../src/core/messages/toolPairs.ts";
import { turnContent } from "../../src/core/messages/turnContent.ts";
import { type OpLanguage, opDefinitions, publishedName } from "../../src/core/opNavigation/opDefinition.ts";
import { sourcePlaces } from "../../src/core/opNavigation/sourcePlace.ts";
import { maskedContent } from "../../src/core/privacy/maskedContent.ts";
import { Masking } from "../../src/core/privacy/masking.ts";
import { Pseudonyms } from "../../src/core/privacy/pseudonyms.ts";
import { parseProjectId } from "../../src/core/query/projectId.ts";
import { passageIn } from "../../src/core/search/passage.ts";
import { parseNetrc } from "../../src/core/session/netrc.ts";
import { readPasted, readPastedForKey } from "../../src/core/session/pastedAddress.ts";
import { projectMentions } from "../../src/core/session/projectMentions.ts";
import { readProxyAddress, redacted } from "../../src/core/settings/credentials.ts";
import { parseServiceAddress, webBase } from "../../src/core/settings/serviceUrl.ts";
import { type Json, jsonIn } from "../../src/core/text/json.ts";
import { textPattern } from "../../src/core/text/textPattern.ts";
import {
  labelText,
  middleCut,
  plainText,
  visibleCut,
  visibleLines,
  visibleText,
} from "../../src/core/text/visibleText.ts";
import { readPrompt, writePrompt } from "../../src/core/tryAgain/promptDocument.ts";
import { syntaxErrorPlace } from "../../src/features/countFiles/jsonPlaces.ts";
import { queryWarnings } from "../../src/features/countFiles/queryWarnings.ts";
import { readErrorBody } from "../../src/service/fault/errorBody.ts";
import { exceptionsOf, isException } from "../../src/service/route/noProxy.ts";
import { readCountFile } from "../../src/service/schema/countFile.ts";
import { queryFragments } from "./editorLinkTargets.ts";
import type { Reader } from "./growth.ts";
import { addressFragments } from "./linkTargets.ts";
import { opFragments } from "./opTargets.ts";
import { latencyFragments, rangeFragments } from "./timeTargets.ts";

const words = [..."'\"`()[]{}<>/\\|.,:;=*_~#@&%$!?-+ \t\n", "\r\n", "a", "Az", "aaaaaaaa", "0", "7f", "é", "漢"];
const hidden = [..."a \n\u200d\u200b\ufe0f\u202e\ud800\0👨🏽\u{1f3f4}\u{e0061}\u0301ش", "‹U+202E›"];
const prose = [...words, ..."a b;**a**;```\n;~~~~\n;> ;- ;1. ;|a|b|\n|-|-|\n;[a](b);\n\n;<b>;&amp;".split(";")];
const framed = [...prose, ...hidden, "BEGIN ", "END WEAVE ", "WEAVE DATA ", "!["];
const json = [...words, ...'{"a":;"a",;[1,;null;\\";\\u0041;{"content":;"role":"user",;"detail":;{"text":'.split(";")];
const query = [...json, '{"query":', '{"$expr":', '{"$not":[', '"limit":1,', "//", "/*"];
const frames = [
  ...[
    'Traceback (most recent call last):\n  File "a.py", line 3\n',
    "    at run (a.ts:3:7)\n",
    "\nDuring handling of ",
  ],
  ...'  File ";, line ;at ;async ;:3;(;a.b.E: ;Error: x\n;  | ;  + Exception Group Traceback\n;^^^; ;\n;\t;a;.'.split(
    ";",
  ),
];
const netrc = [
  "machine ",
  ...'default |login |password |account |macdef a\n|api.wandb.ai |a |"|\\|#| |\n|\t'.split("|"),
];
const variables = [
  ..."WANDB_PROJECT;WANDB_ENTITY;weave.init(;weave;init;project_name=;export ;- ;os.environ[;a/b".split(";"),
  ..."=:\"'\\#]. \n\ta",
];
const pseudonyms = [..."thread-k3f9axw2|thread-|-k3f9axw2|call|entity|k3f9axw2|a|2|A|-| |/".split("|")];
const addresses = [...addressFragments, ..."ft:|arn:|projects/|.a|*.a|,|;|[::1]|10.0.0.0/8|(|)|&|**|a| |\n".split("|")];

const ops = (language: OpLanguage) => (text: string) =>
  opDefinitions(text, language).map(({ names: [name] }) => publishedName(name));
const said = (content: string) => ({ inputs: { messages: [{ role: "user", content }] }, output: content });
const hide = (value: Json) => maskedContent("inputs", value, new Pseudonyms());
const masking = () => new Masking(new Pseudonyms());
const errorBody = (text: string) => readErrorBody(text, (part) => redacted(part, ["a7f"]));
const bodyOf = (text: string) => readCountFile(jsonIn(text));

const slowPython = "import a |from weave import op, |from weave import (\n|import weave as w |@weave.op\ndef f\n|    ";
const slowScript =
  "weave.op(a,{name:|class A {} weave.op(f);|function f(){} weave.op(f);|a$|import a |import { op } from 'weave' |weave.op<|const { |f(\n|static\n|=/[|[(/]|class A |a:a=weave.op(f);";
const repeated = (units: string) => units.split("|").map((unit) => ["weave ", unit, ""] as const);
const slowEnds = [
  ["", "@weave.op ", "f(){}"],
  ["weave `", '\\"${', ""],
  ["weave.op(function", " ", "("],
] as const;

const documents = [
  ...['{"choices":[{"index":0,"delta":{"content":"a"}}]}', '{"type":"AIMessageChunk","content":"a"}', '"a, "'],
  ...[
    '{"type":"content_block_delta","index":0,"delta":{"text":"a"}}',
    '{"a":{"messages":[{"type":"ai","content":"b"}]}}',
  ],
  ...['{"messages":[{"role":"user","content":"a"}]}', '{"type":"response.output_text.delta","delta":"a"}'],
  ...['{"role":"assistant","tool_calls":[{"function":{"name":"f"}}]}', '{"role":"tool","content":"b"}', '{"text":"a"}'],
  ...['{"type":"assistant","message":{"role":"assistant","content":"a"}}', '{"type":"result","result":"a"}'],
];

type Row = readonly [name: string, fragments: readonly string[], read: Reader["read"], found?: Reader["found"]];

const rows: readonly Row[] = [
  ["Python ops", opFragments.python, ops("python"), repeated(slowPython)],
  ["script ops", opFragments.script, ops("script"), [...repeated(slowScript), ...slowEnds]],
  ["stack frames", frames, sourcePlaces],
  ["exceptions", frames, (text) => [exceptionSummary(text), typeMark(text, "E"), exceptionText(text)]],
  ["documents of exceptions", frames, exceptionDocument],
  ["masked exceptions", frames, (text) => masking().exception(text)],
  ["links in text", addresses, (text) => openedLinks(text, "https://wandb.ai")],
  ["pasted addresses", addresses, (text) => [readPasted(text), readPastedForKey(text, [])]],
  ["VS Code links", queryFragments, (text) => [readEditorLink("/thread", text), readEditorLink("/count", text)]],
  ["time ranges", rangeFragments, (text) => parseRange(text, 0, false)],
  ["latencies", latencyFragments, parseLatency],
  ["lists of IDs", words, parseIds],
  ["Markdown", prose, (text) => [...markdownPieces(text)]],
  ["cut texts", prose, (text) => [cutText(text, text.length / 2), cutText(text, text.length, 1000)]],
  ["masked values", [...prose, ...addresses], (text) => hide({ [text]: text, id: text, content: text })],
  ["masked names", addresses, (text) => [masking().op(text), masking().model(text), masking().run(text)]],
  ["pseudonyms", pseudonyms, (text) => masking().reveal(text), [["", "a", ""]]],
  ["visible texts", hidden, (text) => [visibleText(text), visibleLines(text), plainText(text), labelText(text)]],
  ["cut visible texts", hidden, (text) => [visibleCut(text), middleCut(text, 60)]],
  ["netrc files", netrc, parseNetrc],
  ["mentioned projects", variables, (text) => [projectMentions(text, "a.py"), projectMentions(text, ".env")]],
  ["service URLs", addresses, (text) => [parseServiceAddress(text), webBase(text, ""), parseProjectId(text)]],
  ["proxies", addresses, (text) => [readProxyAddress(text, null), isException(exceptionsOf(text), "a.example", "80")]],
  ["error responses", json, (text) => [text, JSON.stringify({ detail: text })].map(errorBody)],
  ["count files", query, (text) => [syntaxErrorPlace(text), queryWarnings(text), bodyOf(text)]],
  ["messages", prose, (text) => [turnContent(said(text)), firstWords(said(text).inputs, 60)]],
  [
    "message formats",
    [...json, ...documents],
    (text) => {
      const value = jsonIn(text) ?? text;
      const { input, output } = turnContent({ inputs: value, output: value });
      return [resultsOfCalls([...input, ...output]).size, firstWords(value, 60)];
    },
    documents.slice(0, 6).map((unit) => ["[", `${unit},`, "{}]"]),
  ],
  ["previews of values", json, (text) => [jsonPreview({ a: text }, 200), jsonPreview(jsonIn(text) ?? null, 200)]],
  [
    "messages to send again",
    [...prose, "\n## [user]\n", "\\## [tool call] a b\n"],
    (text) => readPrompt(writePrompt({ parts: [{ kind: "user", text }], options: { parameters: {}, tools: [] } }, "")),
  ],
  ["framed texts", framed, (text) => framedText({ head: text, data: text, rest: text })],
  [
    "rows and pages of agents",
    framed,
    (text) => [jsonRows([{ text }]), textPage([text], { piece: 1, character: 0 }, 9)],
  ],
  ["found passages", prose, (text) => passageIn(said(text), "a  b")],
  ["found texts", prose, (text) => [...text.matchAll(textPattern("a  b"))].length],
];

/** Everything that reads text of a repository, of the service, or of the user. */
export const readers = rows.map(([name, fragments, read, found = []]): Reader => ({ name, fragments, read, found }));
