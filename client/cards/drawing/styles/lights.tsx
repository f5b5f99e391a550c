/** Light on a wall, soft at its edge. */
export function Pool({ x, y, radius, strength }: { x: number; y: number; radius: number; strength: number }) {
  const id = `pool-${Math.round(x)}-${Math.round(y)}-${Math.round(radius)}`;
  return (
    <>
      <radialGradient id={id}>
        <stop offset="0" stopColor="var(--art-apricot)" stopOpacity={strength} />
        <stop offset=".45" stopColor="var(--art-apricot)" stopOpacity={strength * 0.4} />
        <stop offset="1" stopColor="var(--art-apricot)" stopOpacity="0" />
      </radialGradient>
      <circle cx={x} cy={y} r={radius} fill={`url(#${id})`} stroke="none" />
    </>
  );
}

/** Bulbs along one bow of the string, as parts of its width and its depth. */
const bulbs = [0.06, 0.22, 0.38, 0.54, 0.7, 0.86];

/** A string of lights in bows from one side of the card to the other. */
export function LightString({ width, top, scale }: { width: number; top: number; scale: number }) {
  const bow = 560 * scale;
  const count = Math.ceil(width / bow) + 2;
  // Off the middle, as it hangs on its nails, so that no bulb hangs on the lantern's cord.
  const start = (width - count * bow) / 2 - 46 * scale;
  const depth = 84 * scale;
  return (
    <>
      {Array.from({ length: count }, (_, index) => start + index * bow).map((left) => (
        <g key={left} transform={`translate(${left} ${top})`}>
          <path d={`M0 0Q${bow / 2} ${2 * depth} ${bow} 0`} fill="none" strokeWidth={5 * scale} />
          {bulbs.map((at, index) => {
            const [x, y] = [at * bow, 4 * depth * at * (1 - at)];
            return (
              <g key={at} transform={`translate(${x} ${y}) rotate(${index * 5 - 12}) scale(${scale})`}>
                <Pool x={0} y={34} radius={74} strength={0.55} />
                <path d="M-15 22C-19 44-9 57 1 57S19 43 14 21Z" fill="var(--art-butter)" strokeWidth="5" />
                <path d="M-11 2L11 1L12 21Q0 26-13 22Z" fill="var(--art-saddle)" strokeWidth="5" />
                <path d="M-6 33Q-7 42-3 47" fill="none" stroke="var(--art-white)" strokeWidth="4" />
              </g>
            );
          })}
        </g>
      ))}
    </>
  );
}

/** A round paper lantern on a cord: what stands on it is read by its own light. */
export function Lantern({ x, y, radius, from }: { x: number; y: number; radius: number; from: number }) {
  const scale = radius / 100;
  return (
    <>
      <path d={`M${x - 3} ${from}Q${x + 6} ${(from + y) / 2} ${x} ${y - radius}`} fill="none" strokeWidth={5 * scale} />
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        <path d="M-24-90L25-91L28-112Q0-118-27-111Z" fill="var(--art-wood)" />
        <path d="M-22 91L23 90L25 108Q0 114-25 109Z" fill="var(--art-wood)" />
        <path
          d="M0 112Q5 126 0 140M-12 111Q-13 122-16 130M12 111Q14 122 18 129"
          fill="none"
          stroke="var(--art-raspberry)"
          strokeWidth="5"
        />
        <path d="M2-98C58-99 106-56 105 2S58 99 0 98S-106 54-104-2S-54-98 2-98Z" fill="var(--art-butter)" />
        <path
          d="M-74-64Q0-86 74-64M-98-30Q-88-40-66-45M98-30Q88-40 66-45M-74 66Q0 86 74 66M-98 34Q-88 44-66 48M98 34Q88 44 66 48"
          fill="none"
          stroke="var(--art-apricot)"
          strokeWidth="5"
        />
      </g>
    </>
  );
}
