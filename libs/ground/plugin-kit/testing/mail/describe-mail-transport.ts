import { describe } from '@jest/globals';
import { itKeeps } from '../it-keeps.js';
import { mailTransportCases } from './mail-transport-cases.js';
import type { MailTransportContract } from './mail-transport-contract.js';

/** The contract of a mail transport as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeMailTransport(name: string, contract: MailTransportContract): void {
  describe(`the mail transport ${name}`, () => {
    itKeeps(
      { kind: 'mail-transport', manifest: contract.manifest },
      mailTransportCases,
      contract.skip,
      () => contract.create(),
      () => contract.destroy?.(),
    );
  });
}
