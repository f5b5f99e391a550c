import type { ReactNode } from 'react';
import {
  contentId,
  Footer,
  Header,
  HeroSection,
  SignUpBanner,
  WhySection,
} from '../features/landing/landing-sections.tsx';
import { calculatorIsland } from './calculator-island.tsx';
import { landingIslands } from './landing-islands.tsx';

const allIslands = { ...landingIslands, calculator: calculatorIsland };

/** `renderIsland` wraps each interactive part. The build renders these separately from the rest. */
export function LandingPage({
  renderIsland = (_name, island) => island,
}: {
  renderIsland?: (name: keyof typeof allIslands, island: ReactNode) => ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <title>Wagday: every dog deserves multiple birthdays</title>
      <Header account={renderIsland('account', allIslands.account)} />
      <main id={contentId}>
        <HeroSection
          start={renderIsland('start', allIslands.start)}
          calculator={renderIsland('calculator', allIslands.calculator)}
        />
        <WhySection />
        <SignUpBanner />
      </main>
      <Footer />
    </div>
  );
}
