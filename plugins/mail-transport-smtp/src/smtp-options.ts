/** How the SMTP server is reached. */
export interface SmtpOptions {
  host: string;
  port: number;
  secure: boolean;
  /** `undefined`: true unless the server is in the own network. */
  requireTLS?: boolean;
  ignoreTLS?: boolean;
  /** The name by which this computer introduces itself. */
  name?: string;
  authMethod?: string;
  auth?: { user: string; pass: string };
  tls?: { rejectUnauthorized?: boolean; servername?: string; ca?: string; minVersion?: 'TLSv1.2' | 'TLSv1.3' };
}

/** The settings as they are written. */
export interface SmtpSettings {
  host: string;
  port: number;
  secure: boolean;
  user?: string;
  password?: string;
  requireTls?: boolean;
  /** The JSON object in place of all others. */
  options?: string;
}

const PORT_OF_TLS = 465;
const PORT_OF_SUBMISSION = 587;

type Rule = (value: unknown) => boolean;
const isText: Rule = (value) => typeof value === 'string' && value !== '';
const isSwitch: Rule = (value) => typeof value === 'boolean';
const isPort: Rule = (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;

/** Everything else is refused: Nodemailer also has options that start programs and read files. */
const OPTIONS: Readonly<Record<string, Rule>> = {
  host: isText,
  port: isPort,
  secure: isSwitch,
  requireTLS: isSwitch,
  ignoreTLS: isSwitch,
  name: isText,
  authMethod: isText,
  'auth.user': isText,
  'auth.pass': isText,
  'tls.rejectUnauthorized': isSwitch,
  'tls.servername': isText,
  'tls.ca': isText,
  'tls.minVersion': (value) => value === 'TLSv1.2' || value === 'TLSv1.3',
};
const NEEDED = ['host'];
const GROUPS = ['auth', 'tls'];

/** Says what is wrong with the setting of all options, without its values; `undefined` when it is right. */
export function mistakeInOptions(text: unknown): string | undefined {
  const given = parsed(text);
  if (given === undefined) return 'must be a JSON object such as {"host":"smtp.example.com","port":587}';
  const entries = Object.entries(given).flatMap(([key, value]) =>
    GROUPS.includes(key) && isObject(value)
      ? Object.entries(value).map(([inner, each]) => [`${key}.${inner}`, each] as const)
      : [[key, value] as const],
  );
  const unknown = entries.find(([key]) => !Object.hasOwn(OPTIONS, key));
  if (unknown) return `has the option ${unknown[0]}, which is not one of ${Object.keys(OPTIONS).join(', ')}`;
  const wrong = entries.find(([key, value]) => OPTIONS[key]?.(value) !== true);
  if (wrong) return `has a value of ${wrong[0]} that cannot be used`;
  const auth = given['auth'];
  const needed = isObject(auth) ? [...NEEDED, 'auth.user', 'auth.pass'] : NEEDED;
  const missing = needed.find((key) => !entries.some(([name]) => name === key));
  return missing === undefined ? undefined : `has no ${missing}`;
}

/** The options in use: those of the JSON object, otherwise those of the single settings. */
export function smtpOptions(config: SmtpSettings): SmtpOptions {
  if (config.options !== undefined) return withDefaults(parsed(config.options) as Partial<SmtpOptions>);
  const { host, port, secure, user, password = '', requireTls } = config;
  return withDefaults({
    host: host.trim(),
    port,
    secure,
    ...(requireTls !== undefined && { requireTLS: requireTls }),
    ...(user !== undefined && { auth: { user, pass: password } }),
  });
}

function withDefaults({ host = '', port, secure = false, ...others }: Partial<SmtpOptions>): SmtpOptions {
  const usedPort = port ?? (secure ? PORT_OF_TLS : PORT_OF_SUBMISSION);
  return { ...others, host, port: usedPort, secure: secure || usedPort === PORT_OF_TLS };
}

function parsed(text: unknown): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(String(text));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
