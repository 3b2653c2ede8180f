import type { MediaPart } from "../../core/conversation/messages/message.ts";
import type { WordKey } from "../../core/conversation/words.ts";
import { visibleText } from "../../core/visibleText.ts";
import type { Surface } from "./surface.ts";

const kinds: Readonly<Record<string, WordKey>> = { image: "image", audio: "sound", video: "video" };

/** What a message has beside text, told in words: `Image (image/png), 12 kB`. None of it is fetched. */
export function mediaText({ say, formats }: Surface, { mediaType, name, address, bytes }: MediaPart): string {
  const family = mediaType?.split("/")[0] ?? "";
  const kind = say((Object.hasOwn(kinds, family) ? kinds[family] : undefined) ?? "file");
  const named = mediaType?.includes("/") ? `${kind} (${visibleText(mediaType)})` : kind;
  const sized = bytes === null ? named : `${named}, ${formats.size(bytes)}`;
  const titled = name === null ? sized : `${sized}, ${visibleText(name)}`;
  return address === null ? titled : `${titled}: ${visibleText(address)}`;
}
