import { type Members, names } from "./members.ts";
import type { MediaPart } from "./message.ts";

/** Fields that wrap an image, audio or a file: of OpenAI, Anthropic, Google, Bedrock and Vercel. */
const wrappers = names(`
  image_url input_audio audio video_url file image document video inlineData inline_data fileData file_data`);

const addresses = names("url image_url video_url audio_url file_url fileUri file_uri uri");
const contents = names("data file_data bytes base64 b64_json image audio file");
const types = names("media_type mediaType mime_type mimeType format");
const titles = names("filename fileName file_name display_name displayName title name");

/** The media in a part; undefined, with nothing taken, if it has neither a URL nor data. */
export function mediaPart(part: Members, type: string | null): MediaPart | undefined {
  const outer = part.inner(...wrappers);
  const holders = [outer?.inner("source"), outer, part.inner("source"), part].filter((each) => each !== undefined);
  const text = (keys: readonly string[]) =>
    holders.reduce<string | null>((found, holder) => found ?? holder.text(...keys), null);
  const where = text(addresses);
  const what = where ?? text(contents) ?? text(["file_id", "fileId"]);
  if (what === null) return undefined;
  const words = [type ?? "", ...Object.keys(part.object)];
  const major = ["image", "audio", "video"].find((kind) => words.some((word) => word.includes(kind))) ?? null;
  const named = text(types);
  const embedded = /^data:([^;,]*)[^,]*,/.exec(what.slice(0, 200));
  const isWhole = named === null || named.includes("/") || major === null || named === major;
  const mediaType = isWhole ? (named ?? embedded?.[1] ?? major) : `${major}/${named}`;
  const common = { kind: "media", name: text(titles) } as const;
  for (const holder of holders) holder.mark("type", "base64", "url", "file");
  if (embedded === null && (where !== null || isAddress(what))) {
    return { ...common, mediaType, address: what, bytes: null, data: null };
  }
  const data = embedded === null ? what : what.slice(embedded[0].length);
  return { ...common, mediaType: mediaType || major, address: null, bytes: decodedBytes(data), data };
}

/** A URL, a ref, or the ID of an uploaded file: base64 has no colon, and no image is as short. */
function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\S/i.test(text.slice(0, 100)) || /^file[-_]/.test(text.slice(0, 100));
}

/** Bytes of a base64 text, without decoding it. */
function decodedBytes(data: string): number {
  const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((data.length * 3) / 4) - padding);
}
