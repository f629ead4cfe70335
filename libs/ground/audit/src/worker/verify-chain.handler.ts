import { VerifyChain, VerifyChains, type VerifyChainData } from '#ground/audit';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';

@HandlesJob(VerifyChain)
export class VerifyChainHandler implements JobHandler<VerifyChainData> {
  constructor(private readonly verify: VerifyChains) {}

  async handle({ data, signal }: Job<VerifyChainData>): Promise<void> {
    await this.verify.execute(data.chainId, signal);
  }
}
