import { Injectable } from '@nestjs/common';
import { ControlConnection } from '#ground/database';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';

/** Whether the database responds, also while all pooled connections are busy. */
@Injectable()
@DiagnosticCheck()
export class DatabaseCheck implements Check {
  readonly name = 'database';

  constructor(private readonly control: ControlConnection) {}

  async probe(): Promise<CheckResult> {
    await this.control.query('select 1');
    return { status: 'ok', message: 'it responds' };
  }
}
