import { exactHumanYears } from '../../../domain/age.ts';
import { epigeneticHumanYears, publishedChartEnd, publishedHumanYears } from '../../../domain/human-years-models.ts';
import { seniorStageFrom } from '../../../domain/life-stage.ts';
import type { DogSize } from '../../../domain/size.ts';
import { Dog } from '../art/dog-portrait.tsx';
import './chart.css';

/** A point of the chart: an age in years, and the human years that go with it. */
type ChartPoint = { years: number; humanYears: number };

export type ChartCurve = 'wagday' | 'published' | 'epigenetic';

const models: Record<ChartCurve, (years: number, size: DogSize) => number | null> = {
  wagday: exactHumanYears,
  published: publishedHumanYears,
  epigenetic: epigeneticHumanYears,
};

/** The edges of the plot in percent of the box. The axes are outside. */
const frame = { left: 3, right: 97, top: 4, bottom: 80 };

type Scale = { until: number; top: number; x: (years: number) => number; y: (humanYears: number) => number };

/** Leaves room for the dog's head above its point, and for a year to come. */
function scaleFor(today: ChartPoint, size: DogSize): Scale {
  const until = Math.max(publishedChartEnd, Math.ceil(today.years + 1.5));
  const top = Math.ceil((exactHumanYears(until, size) * 1.2) / 20) * 20;
  return {
    until,
    top,
    x: (years) => frame.left + ((frame.right - frame.left) * years) / until,
    y: (humanYears) => frame.bottom - ((frame.bottom - frame.top) * humanYears) / top,
  };
}

function stepsTo(end: number, step: number): number[] {
  return Array.from({ length: Math.floor(end / step) }, (_, index) => (index + 1) * step);
}

/** The points of a curve as an SVG path, in percent of the box. */
function pathOf(curve: ChartCurve, size: DogSize, { until, x, y }: Scale): string {
  const points = [0, ...stepsTo(until, 0.25)].flatMap((years) => {
    const humanYears = models[curve](years, size);
    return humanYears === null ? [] : [`${x(years).toFixed(2)} ${y(humanYears).toFixed(2)}`];
  });
  return `M${points.join('L')}`;
}

function Axes({ scale }: { scale: Scale }) {
  const { until, top, x, y } = scale;
  return (
    <>
      {stepsTo(top - 1, top > 140 ? 40 : 20).map((humanYears) => (
        <g key={humanYears}>
          <line className="chart-grid" x1="0" x2="100%" y1={`${y(humanYears)}%`} y2={`${y(humanYears)}%`} />
          <text className="chart-text" x="0" y={`${y(humanYears)}%`} dy="-4">
            {humanYears}
          </text>
        </g>
      ))}
      {stepsTo(until, until > 20 ? 5 : 2).map((years) => (
        <text key={years} className="chart-text" x={`${x(years)}%`} y="99%" textAnchor="middle">
          {years}
        </text>
      ))}
    </>
  );
}

/** The life stages below the plot. The first three share a band, because each is too short for words. */
function Stages({ size, scale }: { size: DogSize; scale: Scale }) {
  const { until, x } = scale;
  const seniorFrom = seniorStageFrom(size);
  const stages = [
    { name: 'Pup', look: 'chart-puppy', from: 0, to: 2 },
    { name: 'Adult', look: 'chart-adult', from: 2, to: seniorFrom },
    { name: 'Senior', look: 'chart-senior', from: seniorFrom, to: until },
  ];
  return stages.map(({ name, look, from, to }) => (
    <g key={name}>
      <rect className={look} x={`${x(from)}%`} width={`${x(to) - x(from)}%`} y={`${frame.bottom}%`} height="10.5%" />
      <text className="chart-stage" x={`${(x(from) + x(to)) / 2}%`} y={`${frame.bottom + 7.2}%`} textAnchor="middle">
        {name}
      </text>
    </g>
  ));
}

function Curves({ curves, size, scale }: { curves: readonly ChartCurve[]; size: DogSize; scale: Scale }) {
  const wagday = pathOf('wagday', size, scale);
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      className="chart-lines"
      aria-hidden="true"
    >
      {curves.length === 1 && (
        <path
          className="chart-area"
          d={`${wagday}L${scale.x(scale.until)} ${frame.bottom}L${frame.left} ${frame.bottom}Z`}
        />
      )}
      {curves.map((curve) => (
        <path
          key={curve}
          className={`chart-line chart-${curve}`}
          d={pathOf(curve, size, scale)}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}

/** The dog, standing on the curve where it is today. */
function DogToday({ today, size, scale }: { today: ChartPoint; size: DogSize; scale: Scale }) {
  const [x, y] = [`${scale.x(today.years)}%`, `${scale.y(today.humanYears)}%`];
  // The dog stands to the left of its point, off the celebrations that follow. A young dog would cover the axis there, so it
  // stands above the curve.
  const isYoung = today.years < scale.until / 4;
  return (
    <>
      <line className="chart-drop" x1={x} x2={x} y1={y} y2={`${frame.bottom}%`} />
      <circle className="chart-today" cx={x} cy={y} r="8" />
      <svg x={x} y={y} overflow="visible" aria-hidden="true">
        <g transform={`translate(${isYoung ? 2 : -62} ${isYoung ? -96 : -62}) scale(.28)`}>
          <Dog size={size} />
        </g>
      </svg>
    </>
  );
}

/**
 * Human years over a dog's life for its size, with the dog as it is today and its coming celebrations on the curve. Positions
 * are in percent, so that words keep their size in a box of any width.
 */
export function HumanYearsChart({
  label,
  size,
  today,
  celebrations = [],
  curves,
}: {
  /** What the picture shows, in words. */
  label: string;
  size: DogSize;
  today: ChartPoint;
  celebrations?: readonly ChartPoint[];
  curves: readonly ChartCurve[];
}) {
  const scale = scaleFor(today, size);
  return (
    <svg className="chart" role="img" aria-label={label}>
      <Axes scale={scale} />
      <Stages size={size} scale={scale} />
      <Curves curves={curves} size={size} scale={scale} />
      {celebrations.map(({ years, humanYears }) => (
        <circle
          key={humanYears}
          className="chart-celebration"
          cx={`${scale.x(years)}%`}
          cy={`${scale.y(humanYears)}%`}
          r="4.5"
        />
      ))}
      <DogToday today={today} size={size} scale={scale} />
    </svg>
  );
}
