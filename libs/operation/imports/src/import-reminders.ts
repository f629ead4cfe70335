import { Injectable } from '@nestjs/common';
import { DATE_SOURCES, OFFSET_UNITS, Reminders } from '#outside/agenda';
import type { ReminderRecord } from './archive-records.js';
import type { ImportResult } from './import-report.js';
import type { ImportRun } from './import-run.js';
import { checkedLine, checkedRef, checkedText, NotImported, oneOf } from './record-checks.js';

const MOST_OFFSET = 1_000;

/** The reminders of a source. What is marked on the agenda stays behind. */
@Injectable()
export class ImportReminders {
  constructor(private readonly reminders: Reminders) {}

  async execute(run: ImportRun, record: ReminderRecord): Promise<ImportResult> {
    const ref = checkedRef(record.ref);
    if (await run.find('reminder', ref)) return { outcome: 'already-there' };
    const { offsetAmount } = record;
    if (!Number.isInteger(offsetAmount) || Math.abs(offsetAmount) > MOST_OFFSET)
      throw new NotImported(`Its distance is not a whole number from -${MOST_OFFSET} to ${MOST_OFFSET}.`);
    const fields = {
      name: checkedLine(record.name, 255),
      query: checkedText(record.query, 1024, 'Its search'),
      dateSource: oneOf(DATE_SOURCES, record.dateSource, 'Its date'),
      propertyId: propertyIdOf(run, record),
      offsetAmount,
      offsetUnit: oneOf(OFFSET_UNITS, record.offsetUnit, 'Its unit'),
      isEnabled: (record.isEnabled as unknown) !== false,
      sendsMail: (record.sendsMail as unknown) === true,
    };
    if (fields.propertyId !== null && run.isPlanned(fields.propertyId)) run.plan('reminder', ref);
    else
      await run.once('reminder', ref, async (tx, ctx) => {
        const { id } = await this.reminders.create(tx, ctx, fields);
        return { targetId: id, isNew: true };
      });
    return { outcome: 'came' };
  }
}

function propertyIdOf(run: ImportRun, { dateSource, propertyRef }: ReminderRecord): string | null {
  if (dateSource !== 'property') return null;
  const property = run.properties.get(propertyRef ?? '');
  if (!property) throw new NotImported('Its property was not imported.');
  return property.id;
}
