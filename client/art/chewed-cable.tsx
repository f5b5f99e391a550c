import { SpanielHead } from './spaniel.tsx';

export function ChewedCable({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 250" className={`rim ${className}`} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        <path
          d="M18 226Q120 216 210 219T384 224Q392 236 370 240Q200 250 36 240Q12 236 18 226Z"
          fill="var(--art-ground-medium)"
        />
        <path d="M14 44Q40 38 68 43Q72 70 67 96Q40 101 15 96Q9 70 14 44Z" fill="var(--art-white)" />
        <path d="M31 62v9M50 62v9M31 84q9 5 19 0" fill="none" strokeWidth="5" />
        <path d="M41 90Q36 140 44 180Q54 222 96 212Q122 204 132 214" fill="none" strokeWidth="15" />
        <path
          d="M41 96Q36 140 44 180Q54 222 96 212Q122 204 132 214"
          fill="none"
          stroke="var(--art-sky)"
          strokeWidth="5"
        />
        <path
          d="M230 222Q214 168 258 142Q318 120 346 166Q362 196 352 222Q290 232 230 222Z"
          fill="var(--art-chestnut)"
        />
        <path d="M338 158Q372 142 366 116Q350 124 326 144Z" fill="var(--art-chestnut)" />
        <g className="[--gaze:3px_-2px]" transform="translate(114 46) rotate(-4 100 100) scale(1.02)">
          <SpanielHead />
          <path d="M66 60Q75 52 88 58M116 56Q128 52 138 62" fill="none" strokeWidth="5" />
        </g>
        <g fill="none">
          <path d="M178 196Q212 214 262 194" strokeWidth="15" />
          <path d="M178 196Q212 214 262 194" stroke="var(--art-sky)" strokeWidth="5" />
          <path
            d="M172 194l-14-8M172 197l-17 2M174 201l-13 9M268 192l12-10M269 195l16-1M268 199l13 8"
            strokeWidth="5"
          />
          <path d="M138 216l13-7M138 219l16 2M136 222l12 8" strokeWidth="5" />
        </g>
        <path
          d="M158 232C154 214 166 206 178 206S198 214 195 231C193 240 162 241 158 232ZM236 231C233 214 244 206 256 206S276 213 273 230C271 239 240 240 236 231Z"
          fill="var(--art-white)"
        />
        <path d="M171 236V228M183 237V228M249 236V227M261 236V227" fill="none" strokeWidth="4" />
      </g>
    </svg>
  );
}
