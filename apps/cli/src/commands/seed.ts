import type { Command } from 'commander';
import { baseUrl, ServerConfig } from '#config/server';
import { StartupError, type Installation } from '#operation/installation';
import { plantSamples, SAMPLE_LOGIN, type Planted } from '../seed/plant-samples.js';
import { readSamples } from '../seed/read-samples.js';
import { withFeatures } from '../with-features.js';

export function addSeedCommand(program: Command): void {
  program
    .command('seed')
    .description('add two organizations with about 40 documents, to try things with; a second run adds nothing')
    .action(async () => {
      await withFeatures(async (app, installation) => {
        if (installation.config(ServerConfig).environment === 'production') {
          throw new StartupError(
            'samples come with a password that everybody knows, so they are not for NODE_ENV=production.\n' +
              'Remedy: use another data folder and NODE_ENV=development.',
          );
        }
        const planted = await plantSamples(app);
        if (planted.added > 0) console.log(`Added ${planted.added} documents; reading them …`);
        const ids = planted.organizations.map(({ id }) => id);
        const end = await readSamples(app, installation, ids);
        console.log(summary(planted, installation, end));
      });
    });
}

function summary({ organizations, added, token }: Planted, installation: Installation, end: 'later' | 'read'): string {
  const address = baseUrl(installation.config(ServerConfig));
  const api = `${address}/api/organizations/${organizations[0]?.id ?? ''}/documents?searchQuery=marzipan`;
  return [
    added === 0 ? 'The samples are there already.' : 'The samples are there.',
    ...(end === 'later' ? ['Some documents are still unread; a running server goes on with them.'] : []),
    `  Address       ${address}`,
    `  Login         ${SAMPLE_LOGIN.email}, password ${SAMPLE_LOGIN.password}`,
    `  Key           ${token ?? `shown once, when it was made; another: npm run cli -- api-key create --email ${SAMPLE_LOGIN.email}`}`,
    ...organizations.map(({ id, name, documents }) => `  Organization  ${id}  ${name}, ${documents} documents`),
    ...(token === undefined ? [] : [`  Try           curl -H 'Authorization: Bearer ${token}' '${api}'`]),
  ].join('\n');
}
