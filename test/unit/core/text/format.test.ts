import assert from "node:assert/strict";
import { test } from "node:test";
import { createFormats, type Formats } from "../../../../src/core/text/format.ts";
import { locales } from "../../inLanguage.ts";

const formats = createFormats("en");
const durations: readonly [milliseconds: number, text: string][] = [
  [0, "0ms"],
  [0.00125, "0.0013ms"],
  [0.3, "0.3ms"],
  [0.4, "0.4ms"],
  [3, "3ms"],
  [3.44, "3.4ms"],
  [9.49, "9.5ms"],
  [9.6, "10ms"],
  [840.2, "840ms"],
  [999.4, "999ms"],
  [999.6, "1s"],
  [1240, "1.2s"],
  [59_940, "59.9s"],
  [59_960, "1m"],
  [185_000, "3m 5s"],
  [3_599_400, "59m 59s"],
  [3_599_700, "1h"],
  [7_830_000, "2h 11m"],
  [86_400_000, "1d"],
  [180_000_000, "2d 2h"],
  [259_200_000, "3d"],
];
for (const [milliseconds, text] of durations) {
  test(`${milliseconds} ms read as ${text}`, () => assert.equal(formats.duration(milliseconds), text));
}

const noon = new Date(2026, 10, 3, 12).getTime();
const inLocales: readonly (readonly [what: string, say: (formats: Formats) => string, ...texts: string[]])[] = [
  ["0.3 ms", ({ duration }) => duration(0.3), "0,3 ms", "0.3ms", "0.3ms"],
  ["840 ms", ({ duration }) => duration(840), "840 ms", "840ms", "840ms"],
  ["1.24 s", ({ duration }) => duration(1240), "1,2 Sek.", "1.2s", "1.2秒"],
  ["185 s", ({ duration }) => duration(185_000), "3 Min. 5 Sek.", "3m 5s", "3分钟 5秒"],
  ["2 h 10.5 min", ({ duration }) => duration(7_830_000), "2h 11 Min.", "2h 11m", "2小时 11分钟"],
  ["50 h", ({ duration }) => duration(180_000_000), "2 T 2h", "2d 2h", "2天 2小时"],
  ["3 days", ({ duration }) => duration(259_200_000), "3 T", "3d", "3天"],
  ["a short count", ({ compact }) => compact(12_345), "12.345", "1.2万", "1.2万"],
  ["a large short count", ({ compact }) => compact(12_345_678), "12,3 Mio.", "1234.6万", "1234.6万"],
  ["a count", ({ exact }) => exact(12_345), "12.345", "12,345", "12,345"],
  ["430 bytes", ({ size }) => size(430), "430 Byte", "430 バイト", "430字节"],
  ["1.23 MB", ({ size }) => size(1_230_000), "1,2 MB", "1.2 MB", "1.2 MB"],
  ["a share", ({ percent }) => percent(0.031), "3,1 %", "3.1%", "3.1%"],
  ["dollars", ({ dollars }) => dollars(1.2), "1,20 $", "$1.20", "$1.20"],
  ["20 minutes ago", ({ ago }) => ago(noon - 1_200_000, noon), "vor 20 Min.", "20分前", "20分钟前"],
  ["3 days ago", ({ ago }) => ago(noon - 259_200_000, noon), "vor 3 Tagen", "3日前", "3天前"],
  ["a date", ({ dateTime }) => dateTime(noon), "03.11.2026, 12:00:00", "2026/11/03 12:00:00", "2026年11月3日 12:00:00"],
  ["a time", ({ timeOfDay }) => timeOfDay(noon), "12:00:00", "12:00:00", "12:00:00"],
];
for (const [what, say, ...texts] of inLocales) {
  test(`${what} in German, Japanese and Chinese: ${texts.join(" · ")}`, () =>
    assert.deepEqual(
      locales.map((locale) => say(createFormats(locale)).replaceAll(/[\u00a0\u202f]/g, " ")),
      texts,
    ));
}

test("counts and sizes have a short and an exact form", () => {
  assert.equal(formats.compact(12_345), "12.3K");
  assert.equal(formats.exact(12_345), "12,345");
  assert.equal(formats.size(0), "0 bytes");
  assert.equal(formats.size(1), "1 byte");
  assert.equal(formats.size(430), "430 bytes");
  assert.equal(formats.size(999), "999 bytes");
  assert.equal(formats.size(1_230_000), "1.2 MB");
  assert.equal(formats.size(5e16), "50 PB");
});

test("dollars are shown in cents, smaller amounts with two digits", () => {
  assert.equal(formats.dollars(1234.5), "$1,234.50");
  assert.equal(formats.dollars(0.1), "$0.10");
  assert.equal(formats.dollars(0.0123), "$0.012");
  assert.equal(formats.dollars(0.00000456), "$0.0000046");
  assert.equal(formats.dollars(0), "$0.00");
});

test("relative times use the largest whole unit", () => {
  const now = 1_000 * 24 * 3_600_000;
  assert.equal(formats.ago(now - 5_000, now), "5s ago");
  assert.equal(formats.ago(now - 119_000, now), "1m ago");
  assert.equal(formats.ago(now - 7_200_000, now), "2h ago");
  assert.equal(formats.ago(now - 3 * 86_400_000, now), "3d ago");
  assert.equal(formats.ago(now + 60_000, now), "in 1m");
});

const datesInNumbers: readonly [locale: string, dayFirst: boolean][] = [
  ["en", false],
  ["en-GB", true],
  ["de", true],
  ["ja", false],
];
for (const [locale, dayFirst] of datesInNumbers) {
  test(`in ${locale}, the ${dayFirst ? "day" : "month"} comes first`, () =>
    assert.equal(createFormats(locale).dayFirst, dayFirst));
}

test("an unknown locale is not an error", () => {
  assert.equal(createFormats("qps-ploc").exact(1) !== "", true);
  assert.equal(createFormats("not a locale").exact(1) !== "", true);
});
