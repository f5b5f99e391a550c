import { SpanielHead } from './spaniel.tsx';

export function SignInScene({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 340 310" className={`rim ${className}`} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M150 292L152 16Q230 8 308 14L311 292Z" fill="var(--art-wood)" />
        <path d="M166 291L168 32Q230 26 293 30L296 291Z" fill="var(--art-sky)" />
        <path
          d="M190 56Q232 50 272 54L273 130Q232 136 190 132ZM190 164Q232 158 273 163L274 262Q232 268 191 263Z"
          fill="none"
          strokeWidth="4.5"
        />
        <circle cx="282" cy="152" r="7" fill="var(--art-butter)" strokeWidth="5" />
        <path d="M12 294Q170 286 330 293" fill="none" stroke="var(--art-floor)" />
        <path
          d="M-600 300Q-290 289 12 294L330 293Q640 300 940 290V1200H-600Z"
          fill="var(--art-ground-medium)"
          stroke="var(--art-floor)"
          className="max-lg:hidden"
        />
        <path
          d="M152 288Q196 292 200 262Q206 240 190 236Q196 256 178 264Q164 266 152 258Z"
          fill="var(--art-chestnut)"
        />
        <path d="M46 288Q26 236 62 202L72 160H138L148 200Q184 238 164 288Q106 296 46 288Z" fill="var(--art-chestnut)" />
        <path d="M74 170H136Q152 232 140 290H72Q58 232 74 170Z" fill="var(--art-white)" stroke="none" />
        <path
          d="M86 232L84 272M126 232L128 272M106 250V282M46 288Q44 262 60 246M164 288Q168 262 152 246"
          fill="none"
          strokeWidth="4.5"
        />
        <path
          d="M60 290C57 272 70 266 82 266S106 272 104 290C102 299 62 300 60 290ZM108 290C106 272 120 266 132 266S155 272 152 290C150 300 110 299 108 290Z"
          fill="var(--art-white)"
        />
        <path d="M76 294V285M90 294V285M122 294V285M137 294V285" fill="none" strokeWidth="4" />
        <g transform="translate(5 24)">
          <SpanielHead />
        </g>
        <path
          d="M82 150Q46 166 53 204Q62 236 92 226Q114 214 104 186Q99 168 94 156M128 150Q154 166 150 212"
          fill="none"
          strokeWidth="15"
        />
        <path
          d="M82 150Q46 166 53 204Q62 236 92 226Q114 214 104 186Q99 168 94 156M128 150Q154 166 150 212"
          fill="none"
          stroke="var(--art-raspberry)"
          strokeWidth="6"
        />
        <circle cx="150" cy="219" r="7" fill="var(--art-butter)" strokeWidth="4" />
        <path d="M82 150Q106 164 130 149" fill="none" stroke="var(--art-ink)" strokeWidth="16" />
        <path d="M82 150Q106 164 130 149" fill="none" stroke="var(--art-raspberry)" strokeWidth="7" />
      </g>
    </svg>
  );
}
