import { isObject, type Json } from "../text/json.ts";
import { type Members, names } from "./members.ts";
import type { MediaPart, MessagePart } from "./message.ts";

/** Fields that wrap an image, audio or a file: of OpenAI, Anthropic, Google, Bedrock and Vercel. */
const wrappers = names(`
  image_url input_audio audio video_url file image document video inlineData inline_data fileData file_data`);

const addresses = names("url image_url video_url audio_url file_url fileUri file_uri uri path");
const contents = names("data file_data bytes base64 b64_json image audio video file file_id fileId");
const types = names("media_type mediaType mime_type mimeType mimetype image_mimetype format");
const titles = names("filename fileName file_name display_name displayName original_filename title name");
const sizes = names("size bytes size_bytes");

/**
 * The media in a part; undefined, with nothing taken, if it has neither a URL nor data. With `isSure`, the part is media
 * even without, as in logs of voice that leave out the audio.
 */
export function mediaPart(part: Members, type: string | null, isSure = false): MediaPart | undefined {
  const outer = isStored(part.object) ? undefined : part.inner(...wrappers);
  const holders = [outer?.inner("source"), outer, part.inner("source"), part].filter((each) => each !== undefined);
  const text = (keys: readonly string[]) =>
    holders.reduce<string | null>((found, holder) => found ?? holder.text(...keys), null);
  const stored = storedIn(holders);
  const where = stored === undefined ? text(addresses) : null;
  const what =
    where ??
    (stored === undefined ? text(part.at("modality") === undefined ? contents : [...contents, "content"]) : null);
  if (what === null && stored === undefined && !isSure) return undefined;
  const named = text(types);
  const { modality = "" } = part.object;
  const words = [type ?? "", ...Object.keys(part.object), stored ?? "", modality, named?.split("/")[0]];
  const isOf = (kind: string) => words.some((word) => typeof word === "string" && word.includes(kind));
  const major = ["image", "audio", "video"].find(isOf) ?? null;
  const embedded = /^data:([^;,]*)[^,]*,/.exec(what?.slice(0, 200) ?? "");
  const isWhole = named === null || named.includes("/") || major === null || named === major;
  const mediaType = isWhole ? (named ?? embedded?.[1] ?? major) : `${major}/${named}`;
  const common = { kind: "media", name: text(titles) } as const;
  for (const holder of holders) {
    holder.mark("type", "base64", "url", "file");
    if (major !== null) holder.mark("modality", major);
  }
  if (what === null || (embedded === null && (where !== null || isAddress(what)))) {
    return { ...common, mediaType: mediaType || major, address: what, bytes: sizeIn(holders), data: null };
  }
  const data = embedded === null ? what : what.slice(embedded[0].length);
  return { ...common, mediaType: mediaType || major, address: null, bytes: decodedBytes(data), data };
}

/** Media with the transcript of what is heard in it, as voice is logged; the transcript is the text. */
export function partsOfMedia(part: Members, type: string): readonly MessagePart[] {
  const words = part.text("transcript") ?? part.inner("audio", "input_audio")?.text("transcript") ?? null;
  const media = mediaPart(part, type, words !== null || type.includes("audio"));
  return [...(words ? [{ kind: "text", text: words } as const] : []), ...(media === undefined ? [] : [media])];
}

/** A stored object that is a part by itself. */
export function storedMedia(part: Members): MediaPart | undefined {
  return isStored(part.object) ? mediaPart(part, null) : undefined;
}

/** Media that the service keeps in place of the data: `CustomWeaveType` (wandb/weave, base64_content_conversion.py). */
export function isStored(value: Json | undefined): boolean {
  return isObject(value) && value._type === "CustomWeaveType" && storedType(value) !== "";
}

function storedType(value: Json | undefined): string {
  const type = isObject(value) && isObject(value.weave_type) ? value.weave_type.type : undefined;
  return typeof type === "string" && /(?:\bContent|\bImage|\bAudio|Wave_read|VideoClip|VideoFile)/.test(type)
    ? type
    : "";
}

/** The last word of the type of a stored object in one of the holders. Its digests stay in the rest. */
function storedIn(holders: readonly Members[]): string | undefined {
  for (const holder of holders) {
    const key = [...addresses, ...contents].find((each) => isStored(holder.at(each)));
    const stored = isStored(holder.object) ? holder : key === undefined ? undefined : holder.inner(key);
    if (stored === undefined) continue;
    stored.mark("_type", "CustomWeaveType");
    return storedType(stored.object)
      .replace("Wave_read", "audio")
      .replace(/^.*\.(?=\w+$)/, "")
      .toLowerCase();
  }
  return undefined;
}

function sizeIn(holders: readonly Members[]): number | null {
  for (const holder of holders) {
    const key = sizes.find((each) => typeof holder.at(each) === "number");
    const size = key === undefined ? undefined : holder.take(key);
    if (typeof size === "number") return size;
  }
  return null;
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
