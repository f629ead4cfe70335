export class PingView {
  status!: string;
}

export class HealthView {
  isDatabaseHealthy!: boolean;
  isEverythingOk!: boolean;
  /** `ok` or `error` */
  status!: string;
}
