import { type ComponentProps, useState } from 'react';
import { exactHumanYears, seniorStageFrom } from '../../domain/dogs/age.ts';
import { publishedChartEnd } from '../../domain/dogs/human-years-models.ts';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import { Dog } from '../art/dog-portrait.tsx';
import { PartyHat } from '../art/features.tsx';
import { focusPosition } from '../art/photo-position.ts';
import { classNames } from '../ui/class-names.ts';
import './chart.css';

type ChartPoint = { years: number; humanYears: number };

/** A person whose age is a second line: how old the person is at the dog's birth, and the dog's age where the lines cross. */
type ChartPerson = { name: string; ageAtBirth: number; crossing: number | null };

/** The edges of the plot in percent of the box. The axes are outside. */
const frame = { left: 0, right: 97, top: 4, bottom: 80 };

/** How far to the left of the box the words of the axes begin, in pixels: as wide as the margin in chart.css. */
const gutter = -32;

const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const line = { ...round, fill: 'none', strokeWidth: 4 };
const mark = { stroke: 'var(--color-ink)', strokeWidth: 3 };
const words = { fontSize: 'var(--text-sm)' };
const name = { ...words, className: 'chart-words', fontWeight: 700 };

/** How each part looks. By their classes chart.css gives them the reader's colors where those are forced. */
const looks = {
  words: { ...words, className: 'chart-words', fill: 'var(--color-ink-soft)' },
  grid: { className: 'chart-grid', stroke: 'var(--color-line)', strokeWidth: 2 },
  drop: { className: 'chart-grid', stroke: 'var(--color-edge)', strokeWidth: 2, strokeDasharray: '3 6', ...round },
  curve: { ...line, className: 'chart-line', stroke: 'var(--color-ink)' },
  area: { className: 'chart-line', fill: 'var(--color-apricot-wash)' },
  person: { ...line, className: 'chart-line', stroke: 'var(--color-focus)', strokeDasharray: '2 9' },
  personName: { ...name, fill: 'var(--color-focus)' },
  crossing: { ...mark, className: 'chart-crossing', fill: 'var(--art-butter)' },
  today: { ...mark, className: 'chart-today', fill: 'var(--color-raspberry-ink)', stroke: 'var(--color-card)' },
  ring: { ...mark, className: 'chart-line', fill: 'none' },
  hat: { ...round, stroke: 'var(--art-ink)', strokeWidth: 4 },
  stageName: { ...name, fill: 'var(--color-ink)' },
} as const;

type Scale = { until: number; top: number; x: (years: number) => number; y: (humanYears: number) => number };

/** How far the scale goes above the point of today, so that the head of the dog there has room. */
const headroom = 1.6;

/** Leaves room for the dog's head above its point, and for a year to come. */
function scaleFor(today: ChartPoint, size: DogSize, person: ChartPerson | undefined): Scale {
  const until = Math.max(publishedChartEnd, Math.ceil(Math.max(today.years, person?.crossing ?? 0) + 1.5));
  const top = Math.max(
    exactHumanYears(until, size) * 1.03,
    today.humanYears * headroom,
    ((person?.ageAtBirth ?? 0) + until) * 1.1,
  );
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

function curveOf(size: DogSize, { until, x, y }: Scale): string {
  const points = [0, ...stepsTo(until, 0.25)].map(
    (years) => `${x(years).toFixed(2)} ${y(exactHumanYears(years, size)).toFixed(2)}`,
  );
  return `M${points.join('L')}`;
}

/** The age of a person over the life of the dog: a straight line, from the birth of the younger one on. */
function PersonLine({ person: { name, ageAtBirth, crossing }, scale }: { person: ChartPerson; scale: Scale }) {
  const { until, x, y } = scale;
  const from = Math.max(0, -ageAtBirth);
  if (from >= until) return null;
  return (
    <>
      <line
        {...looks.person}
        x1={`${x(from)}%`}
        y1={`${y(ageAtBirth + from)}%`}
        x2={`${x(until)}%`}
        y2={`${y(ageAtBirth + until)}%`}
      />
      <text {...looks.personName} x={`${x(until)}%`} y={`${y(ageAtBirth + until)}%`} dy="-10" textAnchor="end">
        {name}
      </text>
      {crossing !== null && (
        <circle {...looks.crossing} cx={`${x(crossing)}%`} cy={`${y(ageAtBirth + crossing)}%`} r="9" />
      )}
    </>
  );
}

function Axes({ scale }: { scale: Scale }) {
  const { until, top, x, y } = scale;
  return (
    <>
      {stepsTo(top - 1, top > 140 ? 40 : 20).map((humanYears) => (
        <g key={humanYears}>
          <line {...looks.grid} x1="0" x2={`${frame.right}%`} y1={`${y(humanYears)}%`} y2={`${y(humanYears)}%`} />
          <text {...looks.words} x={gutter} y={`${y(humanYears)}%`} dy="5">
            {humanYears}
          </text>
        </g>
      ))}
      {stepsTo(until, until > 20 ? 5 : 2).map((years) => (
        <text key={years} {...looks.words} x={`${x(years)}%`} y="99%" textAnchor="middle">
          {years}
        </text>
      ))}
      <text {...looks.words} x={gutter} y="0" dy="-12">
        Human years
      </text>
      <text {...looks.words} x={gutter} y="99%">
        Age
      </text>
    </>
  );
}

/** The life stages below the plot. The first three share a band, because each is too short for words. */
function Stages({ size, scale }: { size: DogSize; scale: Scale }) {
  const { until, x } = scale;
  const seniorFrom = seniorStageFrom(size);
  const stages = [
    { name: 'Pup', fill: 'var(--color-sky)', from: 0, to: 2 },
    { name: 'Adult', fill: 'var(--color-leaf)', from: 2, to: seniorFrom },
    { name: 'Senior', fill: 'var(--color-apricot)', from: seniorFrom, to: until },
  ];
  return stages.map(({ name, fill, from, to }) => (
    <g key={name}>
      <rect
        className="chart-line"
        fill={fill}
        x={`${x(from)}%`}
        width={`${x(to) - x(from)}%`}
        y={`${frame.bottom}%`}
        height="10.5%"
      />
      <text {...looks.stageName} x={`${(x(from) + x(to)) / 2}%`} y={`${frame.bottom + 7.2}%`} textAnchor="middle">
        {name}
      </text>
    </g>
  ));
}

function Curve({ size, scale }: { size: DogSize; scale: Scale }) {
  const curve = curveOf(size, scale);
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      width="100%"
      height="100%"
      className="chart-curve"
      aria-hidden="true"
    >
      <path {...looks.area} d={`${curve}L${scale.x(scale.until)} ${frame.bottom}L${frame.left} ${frame.bottom}Z`} />
      <path {...looks.curve} d={curve} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

export type ChartPhoto = { url: string; focus: PhotoFocus | null };

/** How large a photo is on the chart, in pixels, and how far the middle of it is above the point of today. */
const face = { radius: 27, above: 35 };

/** The dog's photo, round in a ring of ink, or its drawing where none can be shown. On the day of a celebration it wears a hat. */
function Face({ size, photo, isCelebrating }: { size: DogSize; photo: ChartPhoto | null; isCelebrating: boolean }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!photo || photo.url === broken) {
    return (
      <g transform="translate(-28 -66) scale(.28)" className={classNames(!isCelebrating && '[--hat:none]')}>
        <Dog size={size} />
      </g>
    );
  }
  const { radius, above } = face;
  return (
    <g transform={`translate(0 ${-above})`}>
      <foreignObject x={-radius} y={-radius} width={2 * radius} height={2 * radius} style={{ clipPath: 'circle(50%)' }}>
        <span className="block size-full [container-type:size]">
          <img
            src={photo.url}
            alt=""
            className="photo block size-full object-cover"
            style={{ objectPosition: photo.focus ? focusPosition(photo.focus) : '50% 25%' }}
            onError={() => setBroken(photo.url)}
          />
        </span>
      </foreignObject>
      <circle {...looks.ring} r={radius} />
      {isCelebrating && (
        <g {...looks.hat}>
          <PartyHat
            transform="translate(-9 -20) rotate(-20) scale(.42)"
            fill="var(--art-sky)"
            trim="var(--art-raspberry)"
          />
        </g>
      )}
    </g>
  );
}

function DogToday({ today, scale, ...dog }: { today: ChartPoint; scale: Scale } & ComponentProps<typeof Face>) {
  const [x, y] = [`${scale.x(today.years)}%`, `${scale.y(today.humanYears)}%`];
  return (
    <>
      <line {...looks.drop} x1={x} x2={x} y1={y} y2={`${frame.bottom}%`} />
      <svg x={x} y={y} overflow="visible" aria-hidden="true">
        {/* A puppy would cover the numbers of the axis. */}
        <g transform={today.years < 1 ? 'translate(13)' : ''}>
          <Face {...dog} />
        </g>
      </svg>
      <circle {...looks.today} cx={x} cy={y} r="8" />
    </>
  );
}

type HumanYearsChartProps = { label: string; today: ChartPoint; person?: ChartPerson } & ComponentProps<typeof Face>;

/**
 * Human years over a dog's life for its size, with the dog as it is today, and the age of a person where one is given. Positions are
 * in percent, so that words keep their size in a box of any width.
 */
export function HumanYearsChart({ label, today, person, ...dog }: HumanYearsChartProps) {
  const { size } = dog;
  const scale = scaleFor(today, size, person);
  return (
    <svg className="chart" role="img" aria-label={label}>
      <Axes scale={scale} />
      <Stages size={size} scale={scale} />
      <Curve size={size} scale={scale} />
      {person && <PersonLine person={person} scale={scale} />}
      <DogToday {...dog} today={today} scale={scale} />
    </svg>
  );
}
