import { envVariables, type ConfigClass } from '@archivolt/plugin-kit';
import { ExtractionConfig } from '#config/extraction';
import { PluginsConfig } from '#config/plugins';
import type { Environment } from '#ground/settings';
import type { Settings } from '#operation/installation';
import { isInUse, type LoadedPlugin } from '#ground/plugin-host';
import type { CheckReport } from '#ground/features';
import { ok, warning } from './report.js';

export function* checkPlugins(
  plugins: readonly LoadedPlugin[],
  environment: Environment,
  { config }: Settings,
): Generator<CheckReport, void> {
  const choices = config(PluginsConfig);
  for (const plugin of plugins) {
    const { id, version, packageName, kinds, manifest } = plugin;
    const facts = [`${id} ${version}`, packageName, kinds.join(' and '), `contract ${manifest.contract}`];
    const isUsed = kinds.some((kind) => isInUse(kind, plugin, plugins, choices));
    const use = isUsed ? [] : ['not chosen by the settings'];
    yield ok('plugin', [...facts, configured(manifest.config, environment), ...use].join(', '));
  }
}

function configured(config: ConfigClass | undefined, environment: Environment): string {
  if (!config) return 'nothing to set';
  const names = envVariables(config).map(({ name }) => name);
  const set = names.filter((name) => environment[name]?.trim());
  return set.length === 0 ? 'default settings' : `set: ${set.join(', ')}`;
}

export async function* checkLanguages(
  plugins: readonly LoadedPlugin[],
  { config }: Settings,
): AsyncGenerator<CheckReport, void> {
  const subject = 'OCR languages';
  const { ocrLanguages } = config(ExtractionConfig);
  const used = plugins.filter((plugin) => isInUse('ocr', plugin, plugins, config(PluginsConfig)));
  const engines = used.flatMap(({ manifest }) => manifest.provides.ocr ?? []);
  const installed = (await Promise.all(engines.map((engine) => engine.installedLanguages()))).flat().sort();
  if (installed.length === 0) {
    yield warning(
      subject,
      'none are installed: scans are kept, but not read',
      'install one: npm i @tesseract.js-data/eng',
    );
    return;
  }
  yield ok(subject, installed.join(', '));
  for (const code of ocrLanguages.filter((language) => !installed.includes(language))) {
    yield warning(
      subject,
      `DOCUMENTS_OCR_LANGUAGES names ${code}, whose data is not installed`,
      `npm i @tesseract.js-data/${code}`,
    );
  }
}
