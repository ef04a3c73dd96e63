import './rating-star.css';

/** The star before a rating. Every card has one or two: it is drawn by its style, and costs a page one element. */
export const RatingStar = () => <i className="star" aria-hidden="true" />;
