import { PartyHat } from './features.tsx';
import { PawPrint } from './paw-print.tsx';

/** An empty dog bed with a party hat, and prints that lead up to it. Decorative. */
export function EmptyPack({ className }: { className?: string }) {
  return (
    <svg viewBox="6 0 364 220" className={`rim ${className}`} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        <PawPrint transform="translate(26 188) rotate(70)" />
        <PawPrint transform="translate(58 160) rotate(78) scale(.95)" />
        <PawPrint transform="translate(92 186) rotate(66) scale(.95)" />
        <path d="M130 128Q126 84 234 82T340 130L338 178Q230 190 132 176Z" fill="var(--art-wood)" />
        <path d="M146 136Q152 106 236 104T326 138Q316 166 236 168T146 136Z" fill="var(--art-soil)" />
        <path
          d="M142 144Q140 122 168 124Q180 110 206 116Q236 106 264 115Q292 109 304 124Q332 122 330 146Q322 166 236 168T142 144Z"
          fill="var(--art-cream)"
        />
        <path
          d="M170 126Q178 130 180 138M304 126Q296 130 294 138M206 120Q212 123 212 130M264 119Q258 122 258 128"
          fill="none"
          strokeWidth="4"
        />
        <g transform="translate(292 120) rotate(24) scale(.62)" strokeWidth="9">
          <path
            d="M-30-9C-42-22-60-8-48 2C-60 12-42 26-30 13Q0 8 30 12C44 26 60 10 48 1C60-9 42-22 30-10Q0-6-30-9Z"
            fill="var(--art-white)"
          />
        </g>
        <PartyHat
          transform="translate(228 138) rotate(-9) scale(1.28)"
          fill="var(--art-raspberry)"
          trim="var(--art-butter)"
        />
        <path
          d="M112 136Q110 118 128 122Q146 128 162 146Q192 164 236 163T310 146Q324 128 342 122Q360 118 358 138L352 190Q348 204 332 205Q236 214 140 205Q122 204 118 190Z"
          fill="var(--art-wood)"
        />
        <path
          d="M128 152Q170 184 236 183T342 152M124 176Q170 196 236 195T348 174M154 146L150 168M190 166V180M236 166V180M282 158L283 178M318 145L323 167M170 176L169 194M212 182V196M260 182L261 196M302 175L304 193"
          fill="none"
          strokeWidth="4"
        />
        <path d="M176 64l-7-9M206 30l-2-11M286 62l10-5M256 26l6-9M322 70l9-6" fill="none" stroke="var(--art-apricot)" />
      </g>
    </svg>
  );
}
