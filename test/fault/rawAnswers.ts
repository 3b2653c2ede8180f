import type { Socket } from "node:net";
import type { RawRequest, Respond } from "../unit/service/rawServer.ts";

/** A part of an answer: the same for every request, or what a request asks for. */
export type Part = string | Buffer | ((request: RawRequest) => string | Buffer);

function joined(parts: readonly Part[], request: RawRequest): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(typeof part === "function" ? part(request) : part)));
}

/** Leaves the connection open. */
export function send(...parts: readonly Part[]): Respond {
  return (socket, request) => socket.write(joined(parts, request));
}

export function sendAndClose(...parts: readonly Part[]): Respond {
  return (socket, request) => socket.end(joined(parts, request));
}

export function sendAndReset(...parts: readonly Part[]): Respond {
  return (socket, request) => socket.write(joined(parts, request), () => socket.resetAndDestroy());
}

/** Sends the beginning, then a piece every so many milliseconds: `count` of them, and then the end. */
export function sendAndDrip(
  start: Part,
  piece: Part,
  { every, count = Number.POSITIVE_INFINITY, end = "" }: { every: number; count?: number; end?: Part },
): Respond {
  return (socket, request) => {
    socket.write(joined([start], request));
    let sent = 0;
    const timer = setInterval(() => {
      if (sent++ < count) socket.write(joined([piece], request));
      else socket.write(joined([end], request), () => clearInterval(timer));
    }, every);
    socket.once("close", () => clearInterval(timer));
  };
}

/** Sends the beginning, then a piece again and again, as fast as it is taken: so many bytes, or without end. */
export function sendAndFlood(start: Part, piece: Part, bytes = Number.POSITIVE_INFINITY): Respond {
  return (socket, request) => {
    socket.write(joined([start], request));
    flood(socket, joined([piece], request), bytes);
  };
}

/** A piece in a turn, so that the others of this process have theirs. */
function flood(socket: Socket, piece: Buffer, bytes: number): void {
  let left = bytes;
  const more = () => {
    if (left <= 0 || socket.destroyed) return;
    left -= piece.length;
    if (socket.write(piece)) setImmediate(more);
  };
  socket.on("drain", more);
  more();
}
