import {
  FileDocuments,
  FileDocumentsByLearning,
  LearnFiling,
  LearnFilingOfOrganization,
  type FileDocumentsData,
  type LearnFilingData,
} from '#automation/learned-filing';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';

@HandlesJob(LearnFiling)
export class LearnFilingHandler implements JobHandler<LearnFilingData> {
  constructor(private readonly learning: LearnFilingOfOrganization) {}

  async handle({ data, signal }: Job<LearnFilingData>): Promise<void> {
    await this.learning.execute(data, signal);
  }
}

@HandlesJob(FileDocuments)
export class FileDocumentsHandler implements JobHandler<FileDocumentsData> {
  constructor(private readonly filing: FileDocumentsByLearning) {}

  async handle({ data }: Job<FileDocumentsData>): Promise<void> {
    await this.filing.execute(data);
  }
}
