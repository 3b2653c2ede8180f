import { sendByFetch } from "../rawServer.ts";

// What the extension's own client makes of every broken answer and every ending, VS Code's `fetch` must come to as well. Here
// Node's own takes its place, which is what VS Code sends by once it knows the way.
sendByFetch();
await import("../brokenAnswers.test.ts");
await import("../endings.test.ts");
