import type { INestApplicationContext } from '@nestjs/common';
import { openFeatures, requireCurrentSchema, type Installation } from '#operation/installation';
import { withInstallation } from './with-installation.js';

/** Runs `work` with the verbs and scheduled tasks of every feature. */
export function withFeatures<Result>(
  work: (app: INestApplicationContext, installation: Installation) => Promise<Result>,
): Promise<Result> {
  return withInstallation(async (installation) => {
    await requireCurrentSchema(installation);
    const app = await openFeatures(installation);
    try {
      return await work(app, installation);
    } finally {
      await app.close();
    }
  });
}
