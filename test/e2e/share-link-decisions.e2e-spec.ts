import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { addressOf, aSharedDocument, outcomeOf, ShareLinkVisitor, type SharedLink } from './share-link-visitor.js';

const ROUTES = ['document', 'file', 'preview', 'verify'] as const;
const LINKS = ['enabled', 'disabled', 'expired', 'expired now', 'used up'] as const;
const SECRETS = ['nothing', 'nonsense', 'of another link', 'right'] as const;
const BOTH = [true, false] as const;

/** What a route finds in the database. */
interface Situation {
  isOrganizationLive: boolean;
  link: (typeof LINKS)[number];
  hasPassword: boolean;
  isDocumentTrashed: boolean;
}

/** What a visitor sends. */
interface Asked {
  route: (typeof ROUTES)[number];
  isTokenWellFormed: boolean;
  isTokenKnown: boolean;
  /** Whether the visitor has used up the limits. */
  isTooOften: boolean;
  /** The token for the password, or for `verify` the password: none, another one, that of another link, the right one. */
  secret: (typeof SECRETS)[number];
}

/** The table of the contract, in its order. */
function expected({ isOrganizationLive, link, hasPassword, isDocumentTrashed }: Situation, asked: Asked): string {
  const isVerify = asked.route === 'verify';
  if (!asked.isTokenWellFormed) return '400 server.invalid_request.params';
  if (isVerify && asked.secret === 'nothing') return '400 server.invalid_request.body';
  if (asked.isTooOften) return '429 server.too_many_requests';
  if (!asked.isTokenKnown) return '404 share_link.not_found';
  if (!isOrganizationLive) return '410 share_link.gone';
  if (link !== 'enabled') return '410 share_link.gone';
  if (isVerify && !hasPassword) return '400 share_link.not_password_protected';
  if (isVerify && asked.secret !== 'right') return '401 share_link.invalid_password';
  if (!isVerify && hasPassword && asked.secret !== 'right') return '401 share_link.password_required';
  if (isDocumentTrashed) return '410 share_link.gone';
  return asked.route === 'preview' ? '202' : '200';
}

const SITUATIONS: Situation[] = BOTH.flatMap((isOrganizationLive) =>
  LINKS.flatMap((link) =>
    BOTH.flatMap((hasPassword) =>
      BOTH.map((isDocumentTrashed) => ({ isOrganizationLive, link, hasPassword, isDocumentTrashed })),
    ),
  ),
);
const ASKED: Asked[] = ROUTES.flatMap((route) =>
  BOTH.flatMap((isTokenWellFormed) =>
    BOTH.flatMap((isTokenKnown) =>
      BOTH.flatMap((isTooOften) =>
        SECRETS.map((secret) => ({ route, isTokenWellFormed, isTokenKnown, isTooOften, secret })),
      ),
    ),
  ),
);

const PASSWORD = 'the right password';
const OTHER_PASSWORD = 'the password of another link';
const TIRED = '192.0.2.1';
const VERIFICATIONS = 100;
const VISITS = 4;
const UNKNOWN = 'x'.repeat(64);

describe('the decisions about visits of share links', () => {
  let app: TestApp;
  let shared: Awaited<ReturnType<typeof aSharedDocument>>;
  let link: SharedLink;
  let passwordHash: string;
  let accessTokens: Record<(typeof SECRETS)[number], string | undefined>;
  let visitors = 0;

  const visitor = (token: string, address: string) => new ShareLinkVisitor(app.baseUrl, token, address);
  const anyone = () => addressOf((visitors += 1));

  beforeAll(async () => {
    app = await startApp({
      SERVER_TRUSTED_PROXIES: 'loopback',
      DOCUMENT_SHARE_LINKS_PASSWORD_VERIFICATION_RATE_LIMIT: `${VERIFICATIONS}/1h`,
      DOCUMENT_SHARE_LINKS_DOCUMENT_ACCESS_RATE_LIMIT: `${VISITS}/1h`,
      DOCUMENT_SHARE_LINKS_FILE_ACCESS_RATE_LIMIT: `${VISITS}/1h`,
    });
    shared = await aSharedDocument(app);
    link = await shared.share({ password: PASSWORD });
    const other = await shared.share({ password: OTHER_PASSWORD });
    accessTokens = {
      nothing: undefined,
      nonsense: 'eyJhbGciOiJub25lIn0.e30.',
      'of another link': await visitor(other.token, anyone()).accessToken(OTHER_PASSWORD),
      right: await visitor(link.token, anyone()).accessToken(PASSWORD),
    };
    const { rows } = await poolOf(app).query<{ hash: string }>(
      'select password_hash as hash from share_link where id = $1',
      [link.id],
    );
    passwordHash = rows[0]?.hash ?? '';
    await useUpLimits();
  });
  afterAll(() => app.close());

  /** Of the visitor that is tired, for every action with the link, and for tokens that do not exist. */
  async function useUpLimits(): Promise<void> {
    const tired = visitor(link.token, TIRED);
    await arrange({ isOrganizationLive: true, link: 'disabled', hasPassword: true, isDocumentTrashed: false });
    await Promise.all(Array.from({ length: VERIFICATIONS }, () => tired.verify({ password: 'any' })));
    await Promise.all(Array.from({ length: VISITS }, () => Promise.all([tired.document(), tired.file()])));
    await Promise.all(Array.from({ length: 60 }, () => visitor(UNKNOWN, TIRED).document()));
  }

  async function arrange({ isOrganizationLive, link: state, hasPassword, isDocumentTrashed }: Situation) {
    const pool = poolOf(app);
    const { organizationId, documentId } = shared;
    await pool.query('update organization set deleted_at = case when not $2::boolean then now() end where id = $1', [
      organizationId,
      isOrganizationLive,
    ]);
    await pool.query('update document set deleted_at = case when $2::boolean then now() end where id = $1', [
      documentId,
      isDocumentTrashed,
    ]);
    await pool.query(
      `update share_link set is_enabled = $2 <> 'disabled', password_hash = $3,
         expires_at = case $2 when 'expired' then now() - interval '1 day' when 'expired now' then now()
           else now() + interval '1 hour' end,
         max_downloads = case when $2 = 'used up' then 2 end, downloads_count = 2
       where id = $1`,
      [link.id, state, hasPassword ? passwordHash : null],
    );
  }

  async function ask({ route, isTokenWellFormed, isTokenKnown, isTooOften, secret }: Asked): Promise<string> {
    const known = isTokenKnown ? link.token : UNKNOWN;
    const token = isTokenWellFormed ? known : `${known.slice(0, -1)}-`;
    const from = visitor(token, isTooOften ? TIRED : anyone());
    if (route !== 'verify') return outcomeOf(await from[route](accessTokens[secret]));
    const passwords = { nothing: '', nonsense: 'nonsense', 'of another link': OTHER_PASSWORD, right: PASSWORD };
    return outcomeOf(await from.verify({ password: passwords[secret] }));
  }

  it(`visits follow the table of the contract in all ${SITUATIONS.length * ASKED.length} combinations`, async () => {
    const wrong: string[] = [];
    const seen = new Set<string>();
    for (const situation of SITUATIONS) {
      await arrange(situation);
      for (let start = 0; start < ASKED.length; start += 16) {
        await Promise.all(
          ASKED.slice(start, start + 16).map(async (asked) => {
            const outcome = await ask(asked);
            seen.add(outcome);
            const right = expected(situation, asked);
            if (outcome === right) return;
            wrong.push(`${JSON.stringify({ ...situation, ...asked })}: ${outcome} instead of ${right}`);
          }),
        );
      }
    }
    expect(wrong).toEqual([]);
    expect([...seen].sort()).toEqual([
      '200',
      '202',
      '400 server.invalid_request.body',
      '400 server.invalid_request.params',
      '400 share_link.not_password_protected',
      '401 share_link.invalid_password',
      '401 share_link.password_required',
      '404 share_link.not_found',
      '410 share_link.gone',
      '429 server.too_many_requests',
    ]);
  }, 300_000);
});
