import assert from "node:assert/strict";
import { test } from "node:test";
import type { SecretStorage } from "vscode";
import { KeyringError, Vault } from "../../../src/host/vault.ts";

const account = { url: "https://host/traces", origin: "https://host", username: "api" };

/** Secrets in memory, which is what the editor's own are in a window without a keyring. */
function secretsIn(kept: Map<string, string>): SecretStorage {
  return {
    keys: async () => [...kept.keys()],
    get: async (key) => kept.get(key),
    store: async (key, value) => void kept.set(key, value),
    delete: async (key) => void kept.delete(key),
    onDidChange: () => ({ dispose: () => undefined }),
  };
}

test("a key is kept under its origin and user name, as a versioned object", async () => {
  const kept = new Map<string, string>();
  const vault = new Vault(secretsIn(kept));
  await vault.store(account, "k1");
  assert.deepEqual([...kept], [["weaveThreads:https://host:api", '{"v":1,"key":"k1"}']]);
  assert.equal(await vault.key(account), "k1");
  assert.equal(await vault.key({ ...account, username: "bob" }), undefined);
  assert.equal(await vault.key({ ...account, origin: "https://other" }), undefined);
  await vault.delete(account);
  assert.deepEqual([...kept], []);
});

test("a secret that cannot be read is no key", async () => {
  for (const odd of ["", "k1", "null", "[]", '{"key":"k1"}', '{"v":2,"key":"k1"}', '{"v":1,"key":7}', '{"v":1}']) {
    const vault = new Vault(secretsIn(new Map([["weaveThreads:https://host:api", odd]])));
    assert.equal(await vault.key(account), undefined, odd);
  }
});

test("a keyring that fails is told apart from an empty one", async () => {
  const failing = { ...secretsIn(new Map()), get: () => Promise.reject(new Error("locked")) };
  await assert.rejects(new Vault(failing).key(account), KeyringError);
});
