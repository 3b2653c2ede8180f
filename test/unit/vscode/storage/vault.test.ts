import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { AccountName } from "../../../../src/core/session/accountSecret.ts";
import { KeyringError, type LateAnswer } from "../../../../src/core/session/sessionPorts.ts";
import { Vault } from "../../../../src/vscode/storage/vault.ts";
import { type SecretOperation, SharedSecrets } from "./sharedSecrets.ts";

const account = { url: "https://host:8443/traces", origin: "https://host:8443", username: "api" };

/** Long enough that only hanging operations time out. */
const patience = 300;

test("a key is stored under its origin and user name, with its URL, as a versioned object", async () => {
  const secrets = new SharedSecrets();
  const vault = new Vault(secrets.storage);
  await vault.store({ account, key: "k1" });
  assert.deepEqual(
    [...secrets.kept],
    [["weaveThreads:https://host:8443:api", '{"v":1,"url":"https://host:8443/traces","key":"k1"}']],
  );
  assert.deepEqual(await vault.get(account), { account, key: "k1" });
  assert.equal(await vault.get({ ...account, username: "bob" }), undefined);
  assert.equal(await vault.get({ ...account, origin: "https://host" }), undefined);
  await vault.delete(account);
  assert.deepEqual([...secrets.kept], []);
});

test("accounts with keys are distinguished from other secrets by name", async () => {
  const secrets = new SharedSecrets();
  for (const name of ["weaveThreads:https://host:api", "weaveThreads:https://host:8443:bob", "other", "weaveThreads:x"])
    secrets.kept.set(name, "{}");
  assert.deepEqual(await new Vault(secrets.storage).names(), [
    { origin: "https://host", username: "api" },
    { origin: "https://host:8443", username: "bob" },
  ]);
});

test("a change names the account, in this window and in another", async () => {
  const secrets = new SharedSecrets();
  const [here, there] = [new Vault(secrets.storage), new Vault(secrets.storage)];
  const heard: unknown[] = [];
  const subscription = there.onChange((name) => heard.push(name));
  await here.store({ account, key: "k1" });
  await secrets.storage.store("other", "x");
  await here.delete(account);
  subscription.dispose();
  await here.store({ account, key: "k2" });
  const { origin, username } = account;
  assert.deepEqual(heard, [
    { origin, username },
    { origin, username },
  ]);
});

const calls: Readonly<Record<SecretOperation, (vault: Vault) => Promise<unknown>>> = {
  get: (vault) => vault.get(account),
  store: (vault) => vault.store({ account, key: "k1" }),
  delete: (vault) => vault.delete(account),
  keys: (vault) => vault.names(),
};

for (const failure of ["throws", "rejects", "hangs"] as const) {
  for (const operation of ["get", "store", "delete", "keys"] as const) {
    test(`a keyring whose ${operation} ${failure} differs from an empty one`, async () => {
      const secrets = new SharedSecrets();
      secrets.fail(failure, operation);
      await assert.rejects(calls[operation](new Vault(secrets.storage, patience)), (error) => {
        assert.ok(error instanceof KeyringError);
        assert.ok(error.cause instanceof Error);
        assert.doesNotMatch(`${error.message} ${error.cause.message}`, /k1/);
        return true;
      });
    });
  }
}

test("a late key is reported once with its value for all callers", async (t: TestContext) => {
  const secrets = new SharedSecrets();
  const vault = new Vault(secrets.storage, patience);
  await vault.store({ account, key: "k1" });
  secrets.fail("hangs", "get");
  const heard: [AccountName, LateAnswer][] = [];
  const subscription = vault.onLate((...told) => heard.push(told));
  t.after(() => subscription.dispose());
  const reads = [vault.get(account), vault.get(account)];
  for (const read of reads) await assert.rejects(read, KeyringError);
  await assert.rejects(vault.get(account), KeyringError);
  assert.equal(secrets.reads, 1);
  secrets.mend();
  await vault.names();
  assert.deepEqual(heard, [[account, { kept: { account, key: "k1" } }]]);
  assert.deepEqual(await vault.get(account), { account, key: "k1" });
});

test("a read from before a change is neither shared nor reported", async (t: TestContext) => {
  const secrets = new SharedSecrets();
  const [here, there] = [new Vault(secrets.storage, patience), new Vault(secrets.storage)];
  await there.store({ account, key: "k1" });
  secrets.fail("hangs", "get");
  const late: LateAnswer[] = [];
  const subscriptions = [here.onChange(() => undefined), here.onLate((_, answer) => late.push(answer))];
  t.after(() => {
    for (const subscription of subscriptions) subscription.dispose();
  });
  await assert.rejects(here.get(account), KeyringError);
  await there.store({ account, key: "k2" });
  secrets.failures.clear();
  assert.deepEqual(await here.get(account), { account, key: "k2" });
  secrets.mend();
  await here.names();
  assert.deepEqual(late, []);
});

test("a storage that threw is read again", async () => {
  const secrets = new SharedSecrets();
  const vault = new Vault(secrets.storage, patience);
  await vault.store({ account, key: "k1" });
  for (const failure of ["throws", "rejects"] as const) {
    secrets.fail(failure, "get");
    await assert.rejects(vault.get(account), KeyringError);
    secrets.mend();
    assert.deepEqual(await vault.get(account), { account, key: "k1" });
  }
});
