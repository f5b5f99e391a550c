import { Button } from '../../ui/button.tsx';

/** Scrolls to the calculator and takes the focus along. */
export function StartButton({ calculatorId }: { calculatorId: string }) {
  function goToCalculator() {
    const calculator = document.getElementById(calculatorId);
    // Each in a task of its own: the browser lays the page out for both, and can answer the visitor in between.
    setTimeout(() => {
      calculator?.scrollIntoView();
      setTimeout(() => calculator?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true }));
    });
  }

  return (
    <Button size="large" className="mt-5" onClick={goToCalculator}>
      Start Celebrating!
    </Button>
  );
}
