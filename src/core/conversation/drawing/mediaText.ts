import * as l10n from "@vscode/l10n";
import type { Formats } from "../../text/format.ts";
import { visibleText } from "../../text/visibleText.ts";
import type { MediaPart } from "../messages/message.ts";

/** A media part in words: `Image (image/png), 12 kB`. Media is never fetched. */
export function mediaText({ mediaType, name, address, bytes }: MediaPart, formats: Formats): string {
  const kind = kindText(mediaType?.split("/")[0]);
  const named = mediaType?.includes("/") ? `${kind} (${visibleText(mediaType)})` : kind;
  const sized = bytes === null ? named : `${named}, ${formats.size(bytes)}`;
  const titled = name === null ? sized : `${sized}, ${visibleText(name)}`;
  return address === null ? titled : `${titled}: ${visibleText(address)}`;
}

function kindText(family: string | undefined): string {
  switch (family) {
    case "image":
      return l10n.t("Image");
    case "audio":
      return l10n.t("Audio");
    case "video":
      return l10n.t("Video");
    default:
      return l10n.t("File");
  }
}
