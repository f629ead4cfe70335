export class PingView {
  status!: string;
}

export class HealthView {
  isDatabaseHealthy!: boolean;
  /** Whether this process is ready, see `GET /api/health/ready`. */
  isEverythingOk!: boolean;
  /** `ok` or `error` */
  status!: string;
}

export class ReadyView {
  /** `ready` or `not ready` */
  status!: string;
  /** Names of the checks that found a problem, or what will become one, as in `GET /api/admin/health`. */
  findings!: string[];
}
