import { Eye, Nose, PartyHat } from './features.tsx';

/** The small dog. Drawn in a 200 × 200 box; its chest goes on below. */
export function Terrier() {
  return (
    <>
      <path d="M46 244Q46 176 66 156L136 155Q154 176 155 244" fill="var(--art-tan)" />
      <path d="M59 80Q44 50 47 24Q72 28 91 55Z" fill="var(--art-tan)" />
      <path d="M62 64Q57 48 58 38Q69 44 78 56" fill="var(--art-pink)" stroke="none" />
      <path
        d="M55 80Q50 88 36 91Q43 98 46 104Q38 115 25 119Q36 124 42 127Q38 141 29 151Q46 153 56 151L146 150Q156 153 173 150Q163 140 160 128Q166 125 177 118Q164 112 156 103Q159 97 167 90Q152 88 146 80Q140 60 122 52Q124 44 120 35Q112 41 108 46Q104 38 98 29Q94 39 90 46Q84 42 75 40Q79 48 78 54Q61 62 55 80Z"
        fill="var(--art-tan)"
      />
      <path d="M116 50Q136 28 158 38Q168 60 159 88Q149 70 139 64Q126 60 116 50Z" fill="var(--art-tan)" />
      <path
        d="M101 97Q86 97 79 110Q62 114 49 129Q58 131 62 133Q52 145 45 159Q58 159 65 156Q64 167 57 177Q71 177 80 172Q84 183 92 193Q98 183 102 178Q108 185 115 192Q119 182 122 173Q131 178 145 175Q139 166 138 156Q146 160 157 157Q150 144 142 134Q147 132 153 127Q141 114 123 110Q116 97 101 97Z"
        fill="var(--art-cream)"
      />
      <Eye x={80} y={92} size={10} />
      <Eye x={122} y={92} size={10} />
      <path
        d="M56 88Q57 72 68 63Q71 69 74 70Q80 61 91 62Q87 69 93 78Q86 78 82 77Q68 76 56 88ZM146 86Q144 71 133 63Q130 68 127 70Q121 61 110 63Q114 70 108 78Q115 79 120 77Q133 75 146 86Z"
        fill="var(--art-cream)"
        strokeWidth="4"
      />
      <path
        display="var(--tongue,inline)"
        d="M92 143Q91 160 102 161Q113 159 111 142Q105 142 101 136Q97 142 92 143Z"
        fill="var(--art-pink)"
      />
      <path d="M101 124V135M77 137Q90 148 101 135Q113 149 127 136" fill="none" />
      <Nose y={115} size={1.08} />
      <PartyHat transform="translate(97 46) rotate(-13) scale(.86)" fill="var(--art-sky)" trim="var(--art-raspberry)" />
    </>
  );
}

/** Icing on the terrier's nose, drawn over it in the same box. */
export function StolenCake() {
  return (
    <path
      d="M86 111Q84 101 93 101Q95 89 108 92Q104 98 110 100Q120 101 117 111Q111 117 106 110Q100 116 96 110Q91 117 86 111Z"
      fill="var(--art-white)"
      strokeWidth="4"
    />
  );
}
