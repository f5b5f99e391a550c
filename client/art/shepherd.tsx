import { Eye, Nose } from './features.tsx';

const EAR = 'M54 76Q38 36 44 8Q48 1 55 6Q82 24 93 52Z';
const INNER_EAR = 'M58 58Q51 36 53 21Q70 34 78 50Z';

/** The large dog. Drawn in a 200 × 200 box; its chest goes on below. */
export function Shepherd() {
  return (
    <>
      <path d="M20 244Q30 168 70 146H132Q170 168 181 244" fill="var(--art-saddle)" />
      <path d="M62 244Q50 190 66 156H136Q152 190 140 244Z" fill="var(--art-tan)" stroke="none" />
      <path
        d="M61 164Q101 190 141 163Q142 172 137 178Q122 194 101 216Q80 196 65 179Q61 173 61 164Z"
        fill="var(--art-raspberry)"
      />
      <path d={EAR} fill="var(--art-saddle)" />
      <path d={EAR} fill="var(--art-saddle)" transform="matrix(-1 0 0 1 201 1)" />
      <path d={INNER_EAR} fill="var(--art-pink)" stroke="none" />
      <path d={INNER_EAR} fill="var(--art-pink)" stroke="none" transform="matrix(-1 0 0 1 201 1)" />
      <path
        d="M100 42C128 41 143 56 149 76Q152 92 163 104Q156 108 151 110Q152 118 157 125Q146 128 137 128Q130 158 100 160Q70 158 64 129Q54 129 44 126Q49 118 50 111Q44 109 38 104Q49 92 52 76C58 56 72 41 100 42Z"
        fill="var(--art-tan)"
      />
      <path
        d="M66 58Q82 45 100 45T136 57Q120 62 112 84L101 74L90 84Q82 64 66 58Z"
        fill="var(--art-saddle)"
        stroke="none"
      />
      <path
        d="M101 86Q114 88 119 106Q134 114 134 130Q127 156 100 157Q74 155 67 130Q67 114 83 106Q88 88 101 86Z"
        fill="var(--art-saddle)"
        stroke="none"
      />
      <Eye x={77} y={91} />
      <Eye x={124} y={91} />
      <path d="M69 76Q75 70 82 74M119 74Q126 70 132 76" fill="none" stroke="var(--art-cream)" strokeWidth="7" />
      <path d="M80 136Q101 150 122 135Q122 170 101 171Q80 170 80 136Z" fill="var(--art-ink)" />
      <path d="M88 150Q101 144 114 149Q115 178 101 178Q87 178 88 150Z" fill="var(--art-pink)" />
      <path d="M101 124V136M74 132Q88 144 101 136Q114 144 128 131" fill="none" />
      <Nose y={113} size={1.1} />
    </>
  );
}
