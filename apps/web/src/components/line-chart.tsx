import { chartPoints, chartScale } from './chart-scale';

export interface LineChartProps {
  /** What it shows; the caption of the table for screen readers. */
  title: string;
  columns: readonly [string, string];
  rows: readonly { label: string; value: number }[];
  format: (value: number) => string;
}

const PLANE = { width: 640, height: 160 };
const MARGIN = { start: 72, top: 10, bottom: 24 };

/** Values over time. Screen readers get them as a table. */
export function LineChart({ title, columns, rows, format }: LineChartProps) {
  const values = rows.map(({ value }) => value);
  const { top, lines } = chartScale(values);
  const points = chartPoints(values, top, PLANE);
  const line = points.map(([x, y]) => `${x},${y}`).join(' ');
  const { width, height } = PLANE;
  return (
    <figure className="m-0">
      <svg
        aria-hidden
        viewBox={`0 0 ${MARGIN.start + width + 8} ${MARGIN.top + height + MARGIN.bottom}`}
        className="h-auto w-full max-w-3xl"
      >
        <g transform={`translate(${MARGIN.start} ${MARGIN.top})`}>
          {lines.map((value) => {
            const y = height - (value / top) * height;
            return (
              <g key={value}>
                <line x1={0} x2={width} y1={y} y2={y} className="stroke-line" />
                <text x={-8} y={y + 4} textAnchor="end" className="fill-muted text-xs">
                  {format(value)}
                </text>
              </g>
            );
          })}
          <polygon points={`0,${height} ${line} ${points.at(-1)?.[0] ?? 0},${height}`} className="fill-selected" />
          <polyline points={line} fill="none" strokeWidth={2} strokeLinejoin="round" className="stroke-accent" />
          <text x={0} y={height + 18} className="fill-muted text-xs">
            {rows[0]?.label}
          </text>
          <text x={width} y={height + 18} textAnchor="end" className="fill-muted text-xs">
            {rows.at(-1)?.label}
          </text>
        </g>
      </svg>
      {/* A table keeps its height whatever its style says, and would make the page longer. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
