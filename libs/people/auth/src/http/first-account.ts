import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { sqlOver, UnitOfWork } from '#ground/database';
import { AUTH_SECRET } from '#ground/settings';
import { mayCreateFirstAccount } from '../account.repository.js';
import { SETUP_CODE_INVALID, SETUP_IN_PROGRESS } from '../auth.errors.js';
import { UserRepository } from '../user.repository.js';
import { isSetupCode, setupCodeFrom } from './setup-code.js';

/** The request header with the set-up code. A header, so that the body stays what the sign-in library expects. */
const SETUP_CODE_HEADER = 'x-setup-code';

export interface SetupState {
  /** No user exists. */
  isNeeded: boolean;
  /** Sign-up is closed: the first account needs the set-up code. */
  needsCode: boolean;
}

/**
 * How the first account is created in the browser while registration is disabled: by one sign-up with the set-up code,
 * which the server prints on startup. The code stops working when a user exists.
 */
@Injectable()
export class FirstAccount {
  readonly #isAllowed = new AsyncLocalStorage<true>();
  readonly #code: string;
  /** Once true, the database is not asked again. */
  #hasUser = false;

  constructor(
    @Inject(AUTH_SECRET) secret: string,
    private readonly config: AuthConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UserRepository,
  ) {
    this.#code = setupCodeFrom(secret);
  }

  async state(): Promise<SetupState> {
    this.#hasUser ||= await this.users.existAny();
    const isNeeded = !this.#hasUser;
    return { isNeeded, needsCode: isNeeded && this.#isClosed };
  }

  /** Returns what an operator needs for the first account; `undefined` when none is needed. */
  async codeToPrint(): Promise<string | undefined> {
    return (await this.state()).needsCode ? this.#code : undefined;
  }

  /** True while a sign-up runs that gave the right code. */
  get isBeingCreated(): boolean {
    return this.#isAllowed.getStore() === true;
  }

  /** Runs a sign-up. If it brings a set-up code and needs one, only one at a time runs, and only until a user exists. */
  async signUp({ headers }: Request, run: () => Promise<Response>): Promise<Response> {
    const given = headers.get(SETUP_CODE_HEADER);
    if (given === null || !(await this.state()).needsCode) return run();
    if (!isSetupCode(given, this.#code)) return refused(403, SETUP_CODE_INVALID);
    return sqlOver(this.unitOfWork.db).transaction(async (lock) => {
      if (!(await mayCreateFirstAccount(lock))) return refused(409, SETUP_IN_PROGRESS);
      return (await this.users.existAny()) ? run() : this.#isAllowed.run(true, run);
    });
  }

  get #isClosed(): boolean {
    return !this.config.isRegistrationEnabled && this.config.isEmailProviderEnabled;
  }
}

function refused(status: number, problem: { code: string; message: string }): Response {
  return Response.json(problem, { status });
}
