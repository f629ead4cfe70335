import { envVariables, type PluginKind, type PluginManifest } from '@archivolt/plugin-kit';
import { PluginsConfig } from '#config/plugins';
import type { ConfigProblem, Environment } from '#ground/settings';
import { namesOf } from '@archivolt/plugin-kit/manifest';
import { extractionSteps, mistakeInStrategy, STRATEGY } from './extraction-steps.js';

/** The kinds of which an installation uses one plugin at a time, chosen by a setting. */
export type ChosenKind = 'auto-tagger' | 'intake-address' | 'mail-transport' | 'ocr' | 'search' | 'storage';

interface Choice {
  variable: string;
  property: keyof PluginsConfig & ('autoTagger' | 'intakeAddress' | 'mailTransport' | 'ocr' | 'search' | 'storage');
  /** Used when the setting is not set; when it is not loaded, the only loaded one is used. */
  usual?: string;
  /**
   * Names from before there were plugins, with the plugin: the values of `EMAILS_DRIVER`, `DOCUMENT_STORAGE_DRIVER` and
   * `INTAKE_EMAILS_DRIVER`.
   */
  earlierNames?: Readonly<Record<string, string>>;
  /** False: the product works without a plugin of this kind. */
  isNeeded: boolean;
  /**
   * True: none is used until the setting names one, or AI_IS_ENABLED allows the usual one and it is configured,
   * because it would send documents elsewhere.
   */
  waits: boolean;
}

const CHOICES: Record<ChosenKind, Choice> = {
  'auto-tagger': {
    variable: 'AUTO_TAGGER_PLUGIN',
    property: 'autoTagger',
    usual: 'auto-tagger-llm',
    isNeeded: false,
    waits: true,
  },
  'intake-address': {
    variable: 'INTAKE_ADDRESS_PLUGIN',
    property: 'intakeAddress',
    usual: 'intake-address-catch-all',
    earlierNames: { 'catch-all': 'intake-address-catch-all', owlrelay: 'intake-address-owlrelay' },
    isNeeded: false,
    waits: false,
  },
  'mail-transport': {
    variable: 'MAIL_TRANSPORT_PLUGIN',
    property: 'mailTransport',
    usual: 'mail-transport-log',
    earlierNames: {
      logger: 'mail-transport-log',
      resend: 'mail-transport-resend',
      smtp: 'mail-transport-smtp',
    },
    isNeeded: false,
    waits: false,
  },
  ocr: { variable: 'OCR_PLUGIN', property: 'ocr', usual: 'ocr-tesseract', isNeeded: false, waits: false },
  search: { variable: 'SEARCH_PLUGIN', property: 'search', usual: 'search-segments', isNeeded: true, waits: false },
  storage: {
    variable: 'STORAGE_PLUGIN',
    property: 'storage',
    usual: 'storage-local',
    earlierNames: { filesystem: 'storage-local' },
    isNeeded: true,
    waits: false,
  },
};

interface Candidate {
  id: string;
  kinds: readonly PluginKind[];
  /** Its settings. */
  config?: object | undefined;
  manifest?: Pick<PluginManifest, 'provides'>;
}

type Choices = Pick<PluginsConfig, Choice['property']> &
  Partial<Pick<PluginsConfig, 'extractionStrategy'>> & { isAiEnabled?: boolean | undefined };

/** Returns the plugin that the settings choose among the loaded ones of a kind. */
export function chosenPlugin<Plugin extends Candidate>(
  kind: ChosenKind,
  plugins: readonly Plugin[],
  choices: Choices,
): Plugin | undefined {
  const { property, usual, earlierNames = {}, waits } = CHOICES[kind];
  const loaded = plugins.filter(({ kinds }) => kinds.includes(kind));
  const named = choices[property];
  if (waits && choices.isAiEnabled === false) return undefined;
  if (named !== undefined) return loaded.find(({ id }) => id === (earlierNames[named] ?? named));
  if (waits)
    return choices.isAiEnabled === true ? loaded.find((each) => each.id === usual && isConfigured(each)) : undefined;
  return loaded.find(({ id }) => id === usual) ?? (loaded.length === 1 ? loaded[0] : undefined);
}

function isConfigured({ config = {}, manifest }: Candidate): boolean {
  return manifest?.provides['auto-tagger']?.isConfigured?.(config) ?? true;
}

/** False for a plugin of a kind of which another one is chosen, and for a service to which no file is sent. */
export function isInUse(kind: PluginKind, plugin: Candidate, plugins: readonly Candidate[], choices: Choices): boolean {
  if (kind === 'extraction' && plugin.manifest?.provides.extraction?.form === 'remote')
    return extractionSteps(plugins, choices.extractionStrategy).some((step) => step.includes(plugin));
  return !isChosenKind(kind) || chosenPlugin(kind, plugins, choices) === plugin;
}

/** Returns what is wrong with the choices: a name that is not loaded, or no choice among several. */
export function mistakesInChoices(
  plugins: readonly Candidate[],
  choices: Choices,
  environment: Environment = {},
): ConfigProblem[] {
  const chosen = Object.entries(CHOICES).flatMap(([kind, choice]) => {
    // A name that is wrong is reported also while AI is off.
    if (chosenPlugin(kind as ChosenKind, plugins, { ...choices, isAiEnabled: undefined })) return [];
    const ids = plugins.filter(({ kinds }) => kinds.some((each) => each === kind)).map(({ id }) => id);
    const { variable, property, isNeeded, waits } = choice;
    const isNamed = choices[property] !== undefined;
    if (!isNamed && (waits || (ids.length === 0 && !isNeeded))) return [];
    return [{ variable: nameInUse(variable, environment), message: sentence(kind, ids, isNamed) }];
  });
  const inStrategy = mistakeInStrategy(plugins, choices.extractionStrategy);
  return inStrategy === undefined ? chosen : [...chosen, { variable: STRATEGY, message: inStrategy }];
}

/** The name by which a setting is set, which may be an alias. */
function nameInUse(variable: string, environment: Environment): string {
  const setting = envVariables(PluginsConfig).find(({ name }) => name === variable);
  return (setting ? namesOf(setting) : []).find((name) => environment[name]?.trim()) ?? variable;
}

function sentence(kind: string, ids: readonly string[], isNamed: boolean): string {
  if (ids.length === 0)
    return `no plugin for ${kind} is loaded; take one out of PLUGINS_DISABLED, or name an installed package in PLUGINS_EXTERNAL`;
  return isNamed
    ? `must be the id of a loaded plugin for ${kind}: ${ids.join(', ')}`
    : `must name one of the plugins for ${kind}, because several are loaded: ${ids.join(', ')}`;
}

function isChosenKind(kind: PluginKind): kind is ChosenKind {
  return kind in CHOICES;
}
