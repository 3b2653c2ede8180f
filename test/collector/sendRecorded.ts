// Sends what the client has sent for `program.py`, to the collector of the environment, and prints a link as the client
// does. The argument is the folder of the program.
import { replay } from "./replay.ts";

const [, , folder = ""] = process.argv;
const { WANDB_BASE_URL: url = "", WANDB_API_KEY: key = "" } = process.env;
const refused = await replay({ url, key }, (text) => text.replaceAll("/home/ada/desk", folder));
for (const each of refused) console.log(`refused: ${each}`);
console.log(`${url}/acme/desk/r/call/01a22072-fc22-7694-b125-07a14c7872f9`);
