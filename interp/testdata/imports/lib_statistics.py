import statistics
from fractions import Fraction
from statistics import NormalDist, correlation, covariance, fmean, geometric_mean, harmonic_mean, linear_regression, mean, median, median_grouped, median_high, median_low, mode, multimode, pstdev, pvariance, quantiles, stdev, variance

data = [2.5, 3.25, 5.5, 11.25, 11.75]
print(mean(data), fmean(data), fmean([1, 2, 3], weights=[3, 2, 1]), median(data), median([1, 2, 3, 4]), median_low([1, 2, 3, 4]), median_high([1, 2, 3, 4]), median_grouped([1, 2, 2, 3, 4, 4, 4, 5]))
print(mode("aabbbc"), multimode("aabbc"), round(stdev(data), 12), round(pstdev(data), 12), variance(data), pvariance(data), variance([1, 2, 3], xbar=2), mean([Fraction(1, 3), Fraction(1, 6)]), variance([Fraction(1, 2), Fraction(3, 2)]))
print(harmonic_mean([40, 60]), harmonic_mean([40, 60], weights=[5, 30]), round(geometric_mean([54, 24, 36]), 9), quantiles(range(1, 11)), quantiles([1, 2, 3, 4, 5], n=3, method="inclusive"))
print(covariance([1, 2, 3], [4, 5, 9]), round(correlation([1, 2, 3], [4, 5, 9]), 9), correlation([1, 2, 3], [3, 1, 2], method="ranked"), linear_regression([1, 2, 3], [2, 4, 6.5]), linear_regression([1, 2], [2, 4], proportional=True).slope)
for bad in (lambda: mean([]), lambda: stdev([1]), lambda: median([]), lambda: mode([]), lambda: quantiles([1], n=0), lambda: harmonic_mean([1, -1]), lambda: mean(["a"]), lambda: correlation([1, 1], [1, 2])):
    try:
        print(bad())
    except (statistics.StatisticsError, TypeError, ValueError) as e:
        print(type(e).__name__, e)
n = NormalDist(100, 15)
print(n, n.mean, n.variance, round(n.cdf(130), 9), round(n.pdf(100), 12), round(n.inv_cdf(0.975), 6), n + 5, n * 2, n - NormalDist(10, 20), round(n.overlap(NormalDist(110, 15)), 9), n.zscore(130), NormalDist.from_samples([1, 2, 3, 4]), n == NormalDist(100, 15), hash(n) == hash(NormalDist(100, 15)))
print([round(x, 6) for x in n.quantiles(4)], n.samples(3, seed=7) == n.samples(3, seed=7))
total = 0
for i in range(60):
    total += mean([i, i + 1, i + 2.5]) + median([i, 3, 7])
print(total)
