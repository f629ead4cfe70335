import { resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { FileStore } from '#capabilities/storage';
import { Leases } from '#ground/database';
import { Clock, MAX_PAGE_SIZE } from '#ground/kernel';
import { exportOrganization } from '#operation/bundles';
import { OrganizationDirectory } from '#people/organizations';
import { untilInterrupted } from '../until-interrupted.js';
import { withFeatures } from '../with-features.js';

const CONTINUE = 'interrupted; run the same command again to continue';

export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description('write everything an organization has into a folder, as a bundle in an open form; the server may run')
    .argument('<organization>', 'the id of the organization, or its whole name')
    .requiredOption(
      '--folder <folder>',
      'an empty folder, or one with a bundle of this organization, which is replaced',
    )
    .action(async (organization: string, { folder }: { folder: string }) => exportTo(folder, organization));
}

async function exportTo(path: string, organization: string): Promise<void> {
  await withFeatures(async (app, installation) => {
    const organizationId = await idOf(app, organization);
    const services = {
      installation,
      files: app.get(FileStore, { strict: false }),
      leases: app.get(Leases, { strict: false }),
      clock: app.get(Clock, { strict: false }),
    };
    const folder = resolve(path);
    const { manifest, copied } = await untilInterrupted(CONTINUE, (signal) =>
      exportOrganization(folder, organizationId, services, { signal, report: console.log }),
    );
    const { count, bytes, lost } = manifest.files;
    console.log(`Files: ${count}, ${megabytes(bytes)}; copied: ${copied.files}, ${megabytes(copied.bytes)}`);
    console.log(`The bundle of ${manifest.organization.name} is complete: ${folder}`);
    if (lost.length === 0) return;
    console.error(
      `${lost.length} files are not in it, because the archive has lost them: run \`storage verify --hashes\`.`,
    );
    process.exitCode = 1;
  });
}

/** Of deleted organizations too, until they are purged. */
async function idOf(app: INestApplicationContext, organization: string): Promise<string> {
  const directory = app.get(OrganizationDirectory, { strict: false });
  const found = await directory.list({ search: organization, state: 'all' }, { pageIndex: 0, pageSize: MAX_PAGE_SIZE });
  const byId = found.find(({ id }) => id === organization);
  const named = byId ? [byId] : found.filter(({ name }) => name === organization);
  if (named.length === 1 && named[0]) return named[0].id;
  if (named.length === 0) throw new Error(`There is no organization with the id or the name "${organization}".`);
  throw new Error(`Several organizations have this name. Use an id: ${named.map(({ id }) => id).join(', ')}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
