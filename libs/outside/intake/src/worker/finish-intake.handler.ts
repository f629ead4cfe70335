import { Logger } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { FinishIntake, IntakeFailureRepository, type FinishIntakeData } from '#outside/intake';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { ConfiguredIntakes } from './configured-intakes.js';

/** Has an intake clean up what another attempt has taken. */
@HandlesJob(FinishIntake)
export class FinishIntakeHandler implements JobHandler<FinishIntakeData> {
  readonly #logger = new Logger('Intake');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly failures: IntakeFailureRepository,
    private readonly intakes: ConfiguredIntakes,
  ) {}

  /** A mail to several organizations is one mail at its source: the last of them has it cleaned up. */
  async handle({ data, signal, isLastAttempt }: Job<FinishIntakeData>): Promise<void> {
    const { pluginId, reference } = data;
    if (await this.unitOfWork.run((tx) => this.failures.hasReference(tx, data, reference))) return;
    try {
      await this.intakes.call(data, signal, (intake, ending) => intake.finish?.(reference, { signal: ending }));
    } catch (error) {
      if (!isLastAttempt) throw error;
      // What was taken stays taken, whatever becomes of its source.
      this.#logger.warn(`${pluginId} could not clean up ${reference}: ${(error as Error).message}`);
    }
  }
}
