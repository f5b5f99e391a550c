import { PawPrint } from './paw-print.tsx';
import { Terrier } from './terrier.tsx';

export function LostDog({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 320" className={`rim ${className}`} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M44 22Q190 8 310 14L364 66Q370 190 360 302Q200 312 38 304Q30 160 44 22Z" fill="var(--art-white)" />
        <path d="M310 14Q316 44 306 64Q338 58 364 66Z" fill="var(--art-cream)" />
        <path
          d="M76 54Q120 50 168 52M98 86Q120 84 140 85M316 104Q326 103 334 104M314 136Q326 135 336 136"
          fill="none"
          stroke="var(--art-cream)"
          strokeWidth="9"
        />
        <PawPrint transform="translate(58 104) rotate(132)" />
        <PawPrint transform="translate(84 172) rotate(140)" />
        <path
          d="M66 240Q58 222 78 214Q80 196 104 198Q118 182 142 188Q172 174 204 182Q238 172 264 186Q290 180 302 198Q328 196 330 216Q350 226 340 242L204 262Z"
          fill="var(--art-soil)"
        />
        <path
          d="M94 238C92 212 140 200 204 200S316 212 314 238S260 274 204 274S95 262 94 238Z"
          fill="var(--art-ink)"
          stroke="none"
        />
        <g transform="translate(110 42) scale(.95)" strokeWidth="6.3">
          <Terrier />
        </g>
        <path
          d="M66 240Q76 232 94 238Q100 266 204 268T314 238Q330 232 340 242Q348 258 330 264Q326 280 304 276Q288 290 262 282Q236 294 206 287Q172 296 146 284Q118 290 106 277Q82 280 80 264Q60 258 66 240Z"
          fill="var(--art-soil)"
        />
        <path d="M96 260v.1M124 272l6 2M288 268l7-3M206 280v.1M318 250l5-3" fill="none" strokeWidth="5" />
        <path
          d="M136 274C133 254 144 246 155 246S174 254 171 273C169 283 139 284 136 274ZM236 273C234 253 245 245 256 245S275 253 272 272C269 282 238 283 236 273Z"
          fill="var(--art-tan)"
        />
        <path d="M149 278V270M160 279V271M249 278V269M260 278V269" fill="none" strokeWidth="4" />
        <path
          d="M318 158Q328 150 336 158T330 176T314 172T318 158ZM346 192Q354 186 359 193T354 204T344 200T346 192ZM112 120Q120 114 125 121T120 133T110 130T112 120Z"
          fill="var(--art-soil)"
          strokeWidth="4.5"
        />
      </g>
    </svg>
  );
}
