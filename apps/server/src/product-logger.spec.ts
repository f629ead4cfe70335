import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { TestClock } from '../../../test/support/test-clock.js';
import { ProductLogger, type LogSurroundings } from './product-logger.js';

describe('ProductLogger', () => {
  let printed: string;
  beforeEach(() => {
    printed = '';
    const keep = (text: string | Uint8Array) => {
      printed += String(text);
      return true;
    };
    jest.spyOn(process.stdout, 'write').mockImplementation(keep);
    jest.spyOn(process.stderr, 'write').mockImplementation(keep);
  });
  afterEach(() => {
    for (const logger of loggers.splice(0)) logger.end();
    jest.restoreAllMocks();
    Logger.overrideLogger(false);
  });

  const loggers: ProductLogger[] = [];
  const aLogger = (settings: Partial<ServerConfig> = {}, surroundings: Partial<LogSurroundings> = {}) => {
    const config = Object.assign(new ServerConfig(), settings);
    const logger = new ProductLogger(config, { clock: new TestClock(), isTerminal: false, ...surroundings });
    loggers.push(logger);
    return logger;
  };
  const entries = () =>
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('writes one line of JSON for each entry when standard output is not a terminal, with the stack in it', () => {
    Logger.overrideLogger(aLogger());
    new Logger('Intake').log('two\nlines');
    new Logger('Jobs').error('it failed', 'Error: it failed\n    at somewhere');
    expect(entries()).toMatchObject([
      { level: 'log', context: 'Intake', message: 'two\nlines', pid: process.pid },
      { level: 'error', context: 'Jobs', message: 'it failed', stack: expect.stringContaining('at somewhere') },
    ]);
  });

  it('writes JSON on a terminal in production, and text where a setting asks for it, without colours in a file', () => {
    aLogger({ environment: 'production' }, { isTerminal: true }).warn('a', 'Test');
    expect(entries()).toMatchObject([{ message: 'a' }]);
    printed = '';
    aLogger({ environment: 'production', logFormat: 'text' }).warn('a', 'Test');
    expect(printed).toMatch(/^\[Nest\].* WARN \[Test\] a/);
    printed = '';
    aLogger({}, { isTerminal: true }).warn('a', 'Test');
    expect(printed).toMatch(/WARN/);
    expect(printed).not.toMatch(/^\{/);
    printed = '';
    aLogger({ logFormat: 'json' }, { isTerminal: true }).warn('a', 'Test');
    expect(entries()).toMatchObject([{ message: 'a' }]);
  });

  it('prints what every start shows as entries too, whatever the level', () => {
    const lines = ['', 'Archivolt is ready at http://x', '  Web page      http://x/', ''];
    aLogger({ logLevel: 'error' }).announce(lines);
    expect(entries().map(({ message }) => message)).toEqual(['Archivolt is ready at http://x', 'Web page http://x/']);
    printed = '';
    aLogger({ logFormat: 'text' }).announce(lines);
    expect(printed).toBe(`${lines.join('\n')}\n`);
  });

  it('counts repeated failures, except those of requests, and with LOG_LEVEL=debug prints each', () => {
    const clock = new TestClock();
    const logger = aLogger({}, { clock });
    for (let time = 0; time < 5; time += 1) logger.error('the mail server is away', 'Error\n at x', 'Mail');
    expect(entries()).toHaveLength(1);
    clock.advance(30_000);
    logger.error('the mail server is away', 'Error\n at x', 'Mail');
    clock.advance(30_000);
    expect(entries().map(({ message }) => message)).toEqual([
      'the mail server is away',
      expect.stringMatching(/^5 times more in 60 s, the last: the mail server is away$/),
    ]);
    clock.advance(60_000);
    expect(entries().at(-1)).toMatchObject({
      level: 'warn',
      context: 'Mail',
      message: expect.stringMatching(/^over: /),
    });
    printed = '';
    for (const id of ['req_1', 'req_2']) logger.error(`GET /api/x failed (${id})`, 'Error\n at x', 'Http');
    expect(entries()).toHaveLength(2);
    printed = '';
    const chatty = aLogger({ logLevel: 'debug' });
    for (let time = 0; time < 5; time += 1) chatty.error('the mail server is away', 'Error\n at x', 'Mail');
    expect(entries()).toHaveLength(5);
  });

  it('entries that the level leaves out are not counted', () => {
    const logger = aLogger({ logLevel: 'error' });
    logger.warn('the disk is away', 'Storage');
    logger.error('the disk is away', 'Storage');
    expect(entries()).toMatchObject([{ level: 'error' }]);
  });
});
