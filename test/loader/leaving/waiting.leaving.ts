import { createServer } from 'node:net';
import { expect, it, jest } from '@jest/globals';

it('waits', async () => {
  const server = createServer().listen(0);
  const { promise, resolve } = Promise.withResolvers<string>();
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    resolve(String(text));
    return true;
  });
  const said = await promise;
  write.mockRestore();
  expect(said).toMatch(/^\S+waiting\.leaving\.ts: the test "waits" has taken 0\.05 s\. Open:\n/);
  expect(said).toMatch(/^ {2}TCPSERVERWRAP .*waiting\.leaving\.ts:5/m);
  await new Promise((closed) => server.close(closed));
});
