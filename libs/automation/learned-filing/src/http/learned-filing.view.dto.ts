import type { FilingReport, LearnedLabel } from '#automation/learned-filing';
import type { DateTime, Integer } from '#ground/http-kit';

export class LearnedLabelView {
  /** The id of the tag, or of the option. */
  id!: string;
  /** Of the tag, or of the option. */
  name!: string;
  /** The property that the option is of; null for a tag. */
  propertyId!: string | null;
  propertyName!: string | null;
  /** Between 0 and 1. */
  score!: number;
  /** The words that decided, as they are written in the document. */
  words!: string[];
  createdAt!: DateTime;
}

export class LearnedLabelsView {
  labels!: LearnedLabelView[];
}

export class ReportedLabelView {
  /** The id of the tag, or of the option. */
  id!: string;
  name!: string;
  /** The property that the option is of; null for a tag. */
  propertyId!: string | null;
  propertyName!: string | null;
  /** Documents that people have given it. */
  documentsCount!: Integer;
  /** Of documents that were left out of a trial: for how many it would have been proposed, and for how many rightly. */
  proposedCount!: Integer;
  proposedRightCount!: Integer;
  /** The same of those that it would have been set for. It is only suggested when there are none. */
  setCount!: Integer;
  setRightCount!: Integer;
}

export class LearnedFilingView {
  /** Null: nothing was learned yet. */
  trainedAt!: DateTime | null;
  /** Documents that were learned from, at most the latest 10,000. */
  documentsCount!: Integer;
  /** At most 500, those with most documents first. */
  labels!: ReportedLabelView[];
}

export function learnedLabelView({ labelId, createdAt, ...label }: LearnedLabel): LearnedLabelView {
  const { name, propertyId, propertyName, score, words } = label;
  return { id: labelId, name, propertyId, propertyName, score, words, createdAt: createdAt.toISOString() };
}

export function learnedFilingView({ trainedAt, documents, labels }: FilingReport): LearnedFilingView {
  return {
    trainedAt: trainedAt?.toISOString() ?? null,
    documentsCount: documents,
    labels: labels.map(({ id, name, propertyId, propertyName, ...counts }) => ({
      ...{ id, name, propertyId, propertyName },
      documentsCount: counts.documents,
      proposedCount: counts.proposed,
      proposedRightCount: counts.proposedRight,
      setCount: counts.setCount,
      setRightCount: counts.setRight,
    })),
  };
}
