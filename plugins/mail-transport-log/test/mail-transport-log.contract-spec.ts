import { describe, expect, it } from '@jest/globals';
import { aTestHost, describeMailTransport, type ReceivedMail } from '@archivolt/plugin-kit/testing';
import { LogTransport } from '../src/log-transport.js';
import plugin from '../src/plugin.js';

/** The log as a mailbox: its lines become mails again. */
class LogReader {
  readonly mails: ReceivedMail[] = [];
  readonly lines: string[] = [];
  readonly logger = {
    ...aTestHost({}).logger,
    info: (line: string) => this.#head(line),
    debug: (line: string) => this.#text(line),
  };

  #head(line: string): void {
    this.lines.push(line);
    const [, id = '', sender = '', to = '', subject = ''] =
      /^Mail (\S+) from (.+) to ([^\s@]+@[^\s@:]+): ([^]*)$/.exec(line) ?? [];
    const [, fromName = '', from = ''] = /^(.*) <(\S+)>$/.exec(sender) ?? [];
    this.mails.push({ id, from, fromName, to, subject, text: '' });
  }

  #text(line: string): void {
    const [, id = '', text = ''] = /^Text of mail (\S+):\n([^]*)$/.exec(line) ?? [];
    for (const mail of this.mails) if (mail.id === id) mail.text = text;
  }
}

const NO_SERVICE = 'it uses no service';

describeMailTransport('mail-transport-log', {
  manifest: plugin,
  create: () => {
    const reader = new LogReader();
    return { transport: new LogTransport(reader.logger, 'info'), received: () => reader.mails };
  },
  skip: {
    'delivers the HTML body in addition to the text': 'the text says the same and can be read in a log',
    'stops waiting for a service that does not respond when the signal aborts': NO_SERVICE,
    'fails with an error that allows another attempt while its service is away': NO_SERVICE,
    'names neither the text nor the HTML of a mail in its errors': NO_SERVICE,
  },
});

describe('the level of the log', () => {
  it('hides the text of a mail, which may contain a link that signs in, above debug', async () => {
    const reader = new LogReader();
    await new LogTransport(reader.logger, 'info').send(
      { id: 'mail_1', from: { address: 'a@example.com' }, to: 'b@example.com', subject: 'Hi', text: 'token=5ecret' },
      { signal: new AbortController().signal },
    );
    expect(reader.lines).toEqual(['Mail mail_1 from a@example.com to b@example.com: Hi']);
  });
});
