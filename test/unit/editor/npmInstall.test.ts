import assert from "node:assert/strict";
import { test } from "node:test";
import { npmAdvice } from "../../editor/npmInstall.ts";

const cases: readonly [behavior: string, log: string, advice: string][] = [
  [
    "an unreachable registry is reported with npm's reason",
    "npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\nnpm error network request failed\nnpm error network See: 'npm help config'\n",
    "npm could not install x: the registry is unreachable, check the network and npm's proxy settings and run the command again (npm: network request failed).",
  ],
  [
    "a full disk is reported with npm's reason",
    "npm warn old\nnpm error code ENOSPC\nnpm error nospc There appears to be insufficient space.\n",
    "npm could not install x: the disk is full, free about 1.5 GB and run the command again (npm: nospc There appears to be insufficient space).",
  ],
  [
    "any other failure is reported with npm's reason",
    "npm ERR! code ETARGET\nnpm ERR! notarget No matching version found.\n",
    "npm could not install x: fix the npm error and run the command again (npm: notarget No matching version found).",
  ],
  [
    "a failure without npm output is reported without a reason",
    "",
    "npm could not install x: fix the npm error and run the command again (npm: no reason given).",
  ],
];

for (const [behavior, log, advice] of cases) {
  test(behavior, () => assert.equal(npmAdvice("x", log), advice));
}
