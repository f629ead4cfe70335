import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { describe, expect, it } from '@jest/globals';
import { DiagnosticCheck, type Check, type CheckReport, type CheckResult } from './check.js';
import { Diagnostics } from './diagnostics.js';
import { DiagnosticsModule } from './diagnostics.module.js';

@Injectable()
@DiagnosticCheck()
class Shelf implements Check {
  readonly name = 'shelf';
  isCrooked = true;

  async run(): Promise<CheckResult> {
    return this.isCrooked
      ? { status: 'problem', message: 'crooked', remedy: 'straighten it.' }
      : { status: 'ok', message: 'straight' };
  }

  async fix(): Promise<CheckResult> {
    this.isCrooked = false;
    return { status: 'ok', message: 'straightened' };
  }
}

@Injectable()
@DiagnosticCheck()
class Lamp implements Check {
  readonly name = 'lamp';

  async run(): Promise<CheckResult> {
    throw new Error('the lamp is broken.\nRemedy: buy one.');
  }
}

/** Not a check: it has no decorator. */
@Injectable()
class Chair {
  readonly name = 'chair';
}

@Module({ imports: [DiagnosticsModule], providers: [Shelf, Lamp, Chair] })
class RoomModule {}

describe('Diagnostics', () => {
  const broken = { name: 'lamp', status: 'problem', message: 'the lamp is broken.', remedy: 'buy one.' };
  const crooked = { name: 'shelf', status: 'problem', message: 'crooked', remedy: 'straighten it.' };

  async function reports(options: { fix?: boolean }): Promise<CheckReport[]> {
    const app = await NestFactory.createApplicationContext(RoomModule, { logger: false });
    try {
      const found: CheckReport[] = [];
      const { signal } = new AbortController();
      for await (const report of app.get(Diagnostics, { strict: false }).run(signal, options)) found.push(report);
      return found;
    } finally {
      await app.close();
    }
  }

  it('runs the checks of all modules by name and reports an error with its remedy', async () => {
    expect(await reports({})).toEqual([broken, crooked]);
  });

  it('corrects problems only when it is asked to', async () => {
    expect(await reports({ fix: true })).toEqual([broken, { name: 'shelf', status: 'ok', message: 'straightened' }]);
  });
});
