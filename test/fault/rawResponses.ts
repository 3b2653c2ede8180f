import type { Socket } from "node:net";
import type { RawRequest, Respond } from "../unit/service/rawServer.ts";

/** A part of a response, constant or depending on the request. */
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

/** Sends the start, then `count` pieces at an interval in milliseconds, and then the end. */
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

/** Sends the start, then a piece repeatedly as fast as the client reads, endlessly by default. */
export function sendAndFlood(start: Part, piece: Part, bytes = Number.POSITIVE_INFINITY): Respond {
  return (socket, request) => {
    socket.write(joined([start], request));
    flood(socket, joined([piece], request), bytes);
  };
}

/** Sends one piece per turn of the event loop, so that other code of this process can run. */
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
